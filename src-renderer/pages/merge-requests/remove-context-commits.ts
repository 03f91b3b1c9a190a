import { z } from 'zod';
import type { Commit } from '#shared/contract/commits.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { contextCommitForms } from '#shared/text/en/context-commit-forms.ts';
import { visibleText } from '../../components/text/visible-text.ts';
import type { Form } from '../../console/forms/form-spec.ts';
import type { Stores } from '../../stores/context.ts';
import { mergeRequestOf } from './add-context-commits.ts';

const words = contextCommitForms.remove;
const schema = z.object({ commits: z.array(z.string()).min(1, words.chooseSome) });

/** Removes commits from the context commits of a merge request; `listed`: all of them. */
export function form(
  _: Stores,
  { scope, listed }: { scope: Scope; listed: () => readonly Commit[] },
): Form<z.infer<typeof schema>> {
  const path = mergeRequestOf(scope);
  return {
    name: `context-commits.remove ${scope}`,
    title: words.title(path.merge_request_iid),
    text: words.text,
    schema,
    initial: { commits: [] },
    get fields() {
      const options = listed().map(({ id, short_id: short, title }) => ({
        value: id,
        label: visibleText(`${short ?? id.slice(0, 8)} ${title ?? ''}`, 200),
      }));
      return [{ name: 'commits', label: words.commits, control: { kind: 'checks', options } }] as const;
    },
    submitLabel: words.button,
    change: ({ commits = [] }) => ({
      calls: [{ op: 'context-commits.remove', path, body: { commits } }],
      title: () => words.plan,
      done: () => words.done(commits.length, path.merge_request_iid),
      isDestructive: true,
    }),
    isNew: true,
  };
}
