import { runners } from '#shared/text/en/runners.ts';
import { part, type Form } from '../../../console/forms/form-spec.ts';
import type { ListState } from '../../../console/state/list-state.svelte.ts';
import { startSync } from '../../../console/state/sync-actions.ts';
import type { Stores } from '../../../stores/context.ts';
import { beginningOf, bodyOf, NewRunner, registerFields } from './register-fields.ts';
import RegisterSteps from './RegisterSteps.svelte';

const words = runners.register;

/** Registers a runner in the scope of a list. */
export function form({ scope }: Stores, listState: ListState): Form<NewRunner> {
  const place = [scope.project, scope.group].find((one) => one?.scope === listState.scope);
  return {
    name: `runners.create ${listState.scope}`,
    title: words.title,
    text: words.undocumented,
    schema: NewRunner,
    initial: beginningOf(listState.scope ?? '', place?.id ?? null),
    fields: registerFields,
    submitLabel: words.create,
    change: (_, values) => ({
      calls: [{ op: 'runners.create', body: bodyOf(values) }],
      title: () => words.createTitle,
      consequence: words.consequence,
      done: ({ label }) => words.created(label),
    }),
    onapplied: () => void startSync(listState),
    isWide: true,
    isNew: true,
    above: part(RegisterSteps),
  };
}
