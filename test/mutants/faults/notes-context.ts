import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    fault: 'SHAs are not compared with the context commits that the merge request has.',
    file: 'src-renderer/pages/merge-requests/ContextCommits.svelte',
    text: 'known: () => listed().map(({ id }) => id)',
    replacement: 'known: () => []',
    noticedBy: [
      'test/component/context-commits/forms.test.ts › the SHAs of new context commits are checked at their field, also against the list, before anything is sent',
    ],
    formerly: 'test/e2e/writing/context-commits.spec.ts › context commits are added and removed, and both are undone',
  },
  {
    fault: 'Unknown SHAs are not looked up after a refusal.',
    file: 'src-renderer/pages/merge-requests/add-context-commits.ts',
    text: 'missing.length > 0 ?',
    replacement: 'missing.length > 99 ?',
    noticedBy: [
      'test/component/context-commits/forms.test.ts › after a refusal, the SHAs that the project doesn’t have are named at the field, which keeps its text',
    ],
    formerly: 'test/e2e/writing/context-commits.spec.ts › context commits are added and removed, and both are undone',
  },
  {
    fault: 'Context commits can be removed without selecting one.',
    file: 'src-renderer/pages/merge-requests/remove-context-commits.ts',
    text: 'z.array(z.string()).min(1, words.chooseSome)',
    replacement: 'z.array(z.string())',
    noticedBy: [
      'test/component/context-commits/forms.test.ts › selected context commits are removed, and at least one must be selected',
    ],
    formerly: 'test/e2e/writing/context-commits.spec.ts › context commits are added and removed, and both are undone',
  },
  {
    fault: 'A refusal of new context commits doesn’t name the roles that can add them.',
    file: 'src-shared/text/en/refusals/discussions.ts',
    text: "    403: noContextCommits,\n  },\n  'context-commits.remove'",
    replacement: "    401: noContextCommits,\n  },\n  'context-commits.remove'",
    noticedBy: [
      'test/component/context-commits/forms.test.ts › “Add…” explains a refusal with the required roles, and keeps its input',
    ],
    formerly: 'test/e2e/writing/context-commits.spec.ts › can’t change context commits, and the form explains why',
  },
  {
    fault: 'The form that adds context commits opens with a read-only profile and offline.',
    file: 'src-renderer/pages/merge-requests/ContextCommits.svelte',
    text: 'disabledReason: writeReason(stores),\n      run: add',
    replacement: 'disabledReason: null,\n      run: add',
    noticedBy: [
      'test/component/context-commits/forms.test.ts › offline, context commits can’t be changed, and both buttons show the reason',
      'test/component/context-commits/forms.test.ts › with a read-only profile, context commits can’t be changed, and both buttons show the reason',
    ],
    formerly: 'test/e2e/writing/context-commits.spec.ts › says why context commits can’t be changed',
  },
  {
    fault: 'The undo of added context commits also removes those that were there before.',
    file: 'src-main/changes/operations/context-commits.ts',
    text: 'const commits = isAdding ? addedIds(write, before, reply) : knownIds(write, before);',
    replacement:
      'const commits = isAdding ? [...idsOf(before), ...addedIds(write, before, reply)] : knownIds(write, before);',
    noticedBy: [
      'test/core/project/content-writes.test.ts › new context commits by a part of their SHA are added at the end, and the undo removes only them',
    ],
    formerly: 'test/e2e/writing/context-commits.spec.ts › context commits are added and removed, and both are undone',
  },
];
