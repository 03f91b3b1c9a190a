import { onMount } from 'svelte';
import { z } from 'zod';
import { BranchCreate } from '#shared/contract/branches.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { branchForms } from '#shared/text/en/branch-forms.ts';
import { branchName } from '#shared/text/en/branch-name.ts';
import { branchNameProblem } from '../../../console/forms/branch-name.ts';
import type { Form } from '../../../console/forms/form-spec.ts';
import type { Stores } from '../../../stores/context.ts';
import { knownBranches } from '../../../stores/project/branches/known-branches.svelte.ts';

const words = branchForms.create;

interface Target {
  /** The project. */
  scope: Scope;
  project: string;
  /** Where the branch starts; null: at the default branch. */
  from: string | null;
}

const schemaOf = (taken: () => readonly string[]) =>
  BranchCreate.extend({
    branch: z.string(branchName.empty).superRefine((name, context) => {
      const problem = branchNameProblem(name, taken());
      if (problem !== null) context.addIssue(problem);
    }),
  });

/** Creates a branch. */
export function form(
  { session }: Stores,
  { scope, project, from }: Target,
): Form<z.infer<ReturnType<typeof schemaOf>>> {
  const branches = knownBranches(session, scope);
  const names = (): readonly string[] => branches.value?.names ?? [];
  onMount(() => branches.follow());
  return {
    name: `branches.create ${scope} ${from ?? ''}`,
    title: words.title(project),
    schema: schemaOf(names),
    get isReady() {
      return branches.value !== undefined || branches.failure !== null;
    },
    get initial() {
      return { ref: from ?? branches.value?.defaultName ?? '' };
    },
    get fields() {
      const known = names();
      return [
        { name: 'branch', label: words.branch, help: words.branchHelp, control: { kind: 'text', isMono: true } },
        { name: 'ref', label: words.ref, help: words.refHelp, control: { kind: 'suggest', known, isMono: true } },
      ] as const;
    },
    submitLabel: words.submit,
    change: (_, body) => ({
      calls: [{ op: 'branches.create', path: { id: readScope(scope)?.ref ?? '' }, body }],
      title: () => words.change,
      done: ({ label }) => words.done(label),
    }),
    // The platform names an unknown ref only in its message: "Invalid reference name: x"
    refusedAt: ({ status, reportedMessage }) =>
      status === 400 && /\b(ref|reference|revision)\b/i.test(reportedMessage ?? '') ? { field: 'ref' } : undefined,
    isNew: true,
  };
}
