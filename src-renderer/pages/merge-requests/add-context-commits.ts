import { z } from 'zod';
import { readScope, splitScope, type Scope } from '#shared/contract/scope.ts';
import { contextCommitForms } from '#shared/text/en/context-commit-forms.ts';
import type { Form } from '../../console/forms/form-spec.ts';
import type { Stores } from '../../stores/context.ts';
import { missingCommits } from '../../stores/project/files/missing-commits.ts';
import { problemOfShas, shasIn } from './read-shas.ts';

const words = contextCommitForms.add;
const op = 'context-commits.add';

/** The merge request of a scope: `project:7/mr:3`. */
export function mergeRequestOf(scope: Scope) {
  const { ref = '', place = null } = readScope(scope) ?? {};
  return { id: ref, merge_request_iid: place?.id ?? 0 };
}

const schemaOf = (known: () => readonly string[]) =>
  z.object({
    commits: z.string().superRefine((text, context) => {
      const message = problemOfShas(shasIn(text), known());
      if (message !== null) context.addIssue({ code: 'custom', message });
    }),
  });

/** Adds commits to the context commits of a merge request; `known`: their SHAs. */
export function form(
  { session }: Stores,
  { scope, known }: { scope: Scope; known: () => readonly string[] },
): Form<z.infer<ReturnType<typeof schemaOf>>> {
  const path = mergeRequestOf(scope);
  return {
    name: `context-commits.add ${scope}`,
    title: words.title(path.merge_request_iid),
    text: words.text,
    schema: schemaOf(known),
    initial: { commits: '' },
    fields: [{ name: 'commits', help: words.commitsHelp, control: { kind: 'lines', lines: 6, isMono: true } }],
    labels: { commits: words.commits },
    submitLabel: words.button,
    change({ commits: text = '' }) {
      const commits = shasIn(text);
      return {
        calls: [{ op, path, body: { commits } }],
        title: () => words.plan,
        done: () => words.done(commits.length, path.merge_request_iid),
        explainsRefusals: true,
      };
    },
    async refusedAt(failure, { commits = '' }) {
      if (failure.status !== 400) return undefined;
      // The reply doesn't say which of the SHAs were refused
      const missing = await missingCommits(session, splitScope(scope)[0], shasIn(commits));
      return { field: 'commits', ...(missing.length > 0 && { message: contextCommitForms.shas.notFound(missing) }) };
    },
    isNew: true,
  };
}
