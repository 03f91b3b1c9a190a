import { onMount } from 'svelte';
import { z } from 'zod';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { SubmoduleEdit } from '#shared/contract/submodules.ts';
import { branchForms } from '#shared/text/en/branch-forms.ts';
import { mono, type Form } from '../../console/forms/form-spec.ts';
import type { Stores } from '../../stores/context.ts';
import { knownBranches } from '../../stores/project/branches/known-branches.svelte.ts';

const words = branchForms.submodule;

interface Target {
  /** The project. */
  scope: Scope;
  project: string;
  /** The path of the submodule; null: the form asks for it. */
  path: string | null;
  /** The branch that is shown; null: none. */
  branch: string | null;
  /** The known paths of submodules. */
  paths: readonly string[];
}

const schema = SubmoduleEdit.extend({
  submodule: z.string().min(1),
  commit_sha: z.string().regex(/^[0-9a-f]{40}$/i, words.shaWrong),
  commit_message: z.string().trim().optional(),
});

/** Updates a submodule to a commit. */
export function form(
  { session }: Stores,
  { scope, project, path, branch, paths }: Target,
): Form<z.infer<typeof schema>> {
  const branches = knownBranches(session, scope);
  onMount(() => branches.follow());
  const suggest = (known: readonly string[]) => ({ kind: 'suggest', known, isMono: true }) as const;
  return {
    name: `submodules.edit ${scope} ${path ?? ''}`,
    title: path === null ? words.title(project) : words.rowOf(path),
    text: words.text,
    schema,
    initial: { ...(path !== null && { submodule: path }), ...(branch !== null && { branch }) },
    get fields() {
      const names = branches.value?.names ?? [];
      return [
        { name: 'submodule', help: words.submoduleHelp, control: suggest(paths) },
        { name: 'branch', help: words.branchHelp, control: suggest(names) },
        { name: 'commit_sha', help: words.shaHelp, control: mono },
        { name: 'commit_message', help: words.messageHelp, control: { kind: 'lines', lines: 3 } },
      ] as const;
    },
    labels: words.labels,
    submitLabel: words.submit,
    change: (_, { submodule = '', commit_message: message, ...sent }) => ({
      calls: [
        {
          op: 'submodules.edit',
          path: { id: readScope(scope)?.ref ?? '', submodule },
          body: { ...sent, ...(message && { commit_message: message }) },
        },
      ],
      title: () => words.change,
    }),
    // "The submodule … is already at …": the message names the submodule, but the wrong value is the commit
    refusedAt: ({ reportedMessage }) =>
      /\balready\b/i.test(reportedMessage ?? '') ? { field: 'commit_sha' } : undefined,
  };
}
