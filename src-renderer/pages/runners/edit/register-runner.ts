import { runners } from '#shared/text/en/runners.ts';
import { part, type Form } from '../../../console/forms/form-spec.ts';
import type { ListState } from '../../../console/state/list-state.svelte.ts';
import { startSync } from '../../../console/state/sync-actions.ts';
import type { Stores } from '../../../stores/context.ts';
import { targetsOf } from '../../job-token-scope/forms/find-targets.ts';
import { initialValues, bodyOf, newRunner, placeKindOf, registerFields, type NewRunner } from './register-fields.ts';
import RegisterSteps from './RegisterSteps.svelte';

const words = runners.register;

/** Registers a runner in the scope of a list. */
export function form(stores: Stores, listState: ListState): Form<NewRunner> {
  return {
    name: `runners.create ${listState.scope}`,
    title: words.title,
    text: words.undocumented,
    schema: newRunner(stores.profiles.open?.url ?? null),
    initial: initialValues(stores, listState.scope ?? ''),
    fields: registerFields,
    submitLabel: words.create,
    async change(_, values) {
      const kind = placeKindOf(values);
      const text = kind === null ? undefined : values[`${kind}_id`];
      const [place] = kind === null || text === undefined ? [] : await targetsOf(stores, kind, [text], `${kind}_id`);
      return {
        calls: [
          { op: 'runners.create', body: bodyOf(values, place === undefined ? {} : { [`${kind}_id`]: place.id }) },
        ],
        title: () => words.createTitle,
        consequence: words.consequence,
        done: ({ label }) => words.created(label),
      };
    },
    onapplied: () => void startSync(listState),
    isWide: true,
    isNew: true,
    above: part(RegisterSteps),
  };
}
