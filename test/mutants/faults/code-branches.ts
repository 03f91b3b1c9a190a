import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    fault: 'The form of a new branch accepts the name of an existing branch.',
    file: 'src-renderer/console/forms/branch-name.ts',
    text: 'return taken.includes(name) ? words.taken : null;',
    replacement: 'return taken.includes(`/${name}`) ? words.taken : null;',
    noticedBy: [
      'test/component/branches/create-branch.test.ts › names that Git or the instance doesn’t allow are explained at the field, and nothing is sent',
    ],
    formerly:
      'test/e2e/writing/branches.spec.ts › a branch is created from a ref, protected with a level and deleted with its commits shown, and each is undone',
  },
  {
    fault: 'The form of a new branch accepts a name with a tilde.',
    file: 'src-renderer/console/forms/branch-name.ts',
    text: '/[~^:?*[\\\\]|\\s/.exec(name)',
    replacement: '/[^\\s\\S]|\\s/.exec(name)',
    noticedBy: [
      'test/component/branches/create-branch.test.ts › names that Git or the instance doesn’t allow are explained at the field, and nothing is sent',
    ],
    formerly:
      'test/e2e/writing/branches.spec.ts › a branch is created from a ref, protected with a level and deleted with its commits shown, and each is undone',
  },
  {
    fault: 'The refusal of a ref is not shown at the field of the ref.',
    file: 'src-renderer/pages/branches/forms/create-branch.ts',
    text: 'status === 400 && /\\b(ref|',
    replacement: 'status === 404 && /\\b(ref|',
    noticedBy: [
      'test/component/branches/create-branch.test.ts › a refused ref is explained at its field, which gets the focus, and the input is kept',
    ],
  },
  {
    fault: 'The refusal of a branch name is not explained at the field of the name.',
    file: 'src-renderer/console/forms/FormDialog.svelte',
    text: 'fields: fields.map((field) => field.name),',
    replacement: 'fields: fields.slice(1).map((field) => field.name),',
    noticedBy: [
      'test/component/branches/create-branch.test.ts › a name that the instance refuses is explained at its field, and the input is kept',
    ],
  },
  {
    fault: 'When a form is closed after its input was removed, a message says that changes are kept.',
    file: 'src-renderer/console/forms/FormDialog.svelte',
    text: 'if (isOver || !draft.isDirty) return dropDraft(stores, name);',
    replacement: 'if (isOver) return dropDraft(stores, name);',
    noticedBy: ['test/component/branches/create-branch.test.ts › a form without input is closed without a message'],
    formerly:
      'test/e2e/writing/branches.spec.ts › a branch is created from a ref, protected with a level and deleted with its commits shown, and each is undone',
  },
  {
    fault: 'Every chosen level is sent as Maintainer.',
    file: 'src-renderer/pages/branches/forms/protect-branches.ts',
    text: `typeof value === 'string' ? Number(value) : value`,
    replacement: `typeof value === 'string' ? 40 : value`,
    noticedBy: ['test/component/branches/protect-branches.test.ts › only chosen levels are sent, as numbers'],
    formerly:
      'test/e2e/writing/branches.spec.ts › a branch is created from a ref, protected with a level and deleted with its commits shown, and each is undone',
  },
  {
    fault: 'The commits of a branch are not shown before its deletion.',
    file: 'src-renderer/pages/branches/forms/DeleteBranches.svelte',
    text: 'await own.check(names.slice(0, firstChecked), closing.signal);',
    replacement: 'await own.check(names.slice(firstChecked), closing.signal);',
    noticedBy: [
      'test/component/branches/delete-branches.test.ts › the commits that would be lost are shown before a branch is deleted',
    ],
    formerly:
      'test/e2e/writing/branches.spec.ts › a branch is created from a ref, protected with a level and deleted with its commits shown, and each is undone',
  },
  {
    fault: 'The form of a deletion closes although the instance refused it.',
    file: 'src-renderer/pages/branches/forms/DeleteBranches.svelte',
    text: `if (outcome.kind !== 'refused') return onclose();`,
    replacement: `if (outcome.kind !== 'refused' || outcome.isShown === true) return onclose();`,
    noticedBy: [
      'test/component/branches/delete-branches.test.ts › if the instance refuses to delete a branch, the form stays open and shows the reason',
    ],
    formerly:
      'test/e2e/writing/branches.spec.ts › a branch is created from a ref, protected with a level and deleted with its commits shown, and each is undone',
  },
  {
    fault: 'For the default branch, the reason why it can’t be deleted says that it is protected.',
    file: 'src-renderer/pages/branches/branch-actions.ts',
    text: 'rows[0]?.default === true ? words.remove.whyDefault',
    replacement: 'rows[0]?.default === false ? words.remove.whyDefault',
    noticedBy: [
      'test/component/branches/branch-actions.test.ts › the default branch and protected branches can’t be deleted, and only unprotected ones can be protected',
    ],
    formerly:
      'test/e2e/writing/branches.spec.ts › a branch is created from a ref, protected with a level and deleted with its commits shown, and each is undone',
  },
  {
    fault: 'A protected branch can be protected again.',
    file: 'src-renderer/pages/branches/branch-actions.ts',
    text: `!rows.every((row) => row.protected === true)) return null;
  return rows.length > 1 ? words.protect.allAlready`,
    replacement: `rows.every((row) => row.protected === true)) return null;
  return rows.length > 1 ? words.protect.allAlready`,
    noticedBy: [
      'test/component/branches/branch-actions.test.ts › the default branch and protected branches can’t be deleted, and only unprotected ones can be protected',
    ],
    formerly:
      'test/e2e/writing/branches.spec.ts › a branch is created from a ref, protected with a level and deleted with its commits shown, and each is undone',
  },
  {
    fault: 'An empty name of a branch or pattern is sent.',
    file: 'src-renderer/pages/branches/forms/protect-branches.ts',
    text: 'name: z.string().min(1)',
    replacement: 'name: z.string().min(0)',
    noticedBy: ['test/component/branches/protect-branches.test.ts › a branch or pattern must be named without spaces'],
    formerly:
      'test/e2e/writing/branches.spec.ts › a branch is created from a ref, protected with a level and deleted with its commits shown, and each is undone',
  },
  {
    fault: 'The plan says that an undo of an unprotection restores everything.',
    file: 'src-main/api/endpoints/protected-branches.ts',
    text: `undo: lossy('developers_can_push', 'developers_can_merge', 'who may push, merge and unprotect')`,
    replacement: 'undo: exact()',
    noticedBy: [
      'test/core/project/branches.test.ts › several branches are protected in one plan and unprotected in another, except for those that aren’t protected',
    ],
    formerly:
      'test/e2e/writing/branches.spec.ts › a branch is created from a ref, protected with a level and deleted with its commits shown, and each is undone',
  },
  {
    fault: 'The deletion of a branch that was protected meanwhile is sent, and no reason is shown.',
    file: 'src-main/changes/operations/branches.ts',
    text: 'return isProtected === true ? words.protectedBranch : null;',
    replacement: 'return isProtected === true ? words.defaultBranch : null;',
    noticedBy: [
      'test/core/project/branches.test.ts › a branch that was protected meanwhile is not deleted, and the row says why',
      'test/core/changes/delete-branches.test.ts › the default branch and protected branches are skipped with the reason, and the others are deleted',
    ],
    formerly:
      'test/e2e/writing/branches.spec.ts › a branch is created from a ref, protected with a level and deleted with its commits shown, and each is undone',
  },
  {
    fault: 'The plan of an unprotection doesn’t say how many branches are left out.',
    file: 'src-renderer/pages/branches/branch-actions.ts',
    text: 'const leftOut = count - names.length;',
    replacement: 'const leftOut = names.length - names.length;',
    noticedBy: [
      'test/component/branches/branch-actions.test.ts › unprotecting leaves out branches that aren’t protected, and the plan says what an undo doesn’t restore',
    ],
    formerly:
      'test/e2e/writing/branches.spec.ts › several branches are protected, unprotected and deleted in one plan each, and merged branches are deleted with a report',
  },
  {
    fault: 'The protection of several branches contains those that are protected already.',
    file: 'src-renderer/pages/branches/forms/protect-branches.ts',
    text: 'rows.filter((row) => row.protected !== true)',
    replacement: 'rows.filter((row) => row.protected !== null)',
    noticedBy: [
      'test/component/branches/protect-branches.test.ts › several branches are protected in one plan, and those that are protected already are left out',
    ],
  },
  {
    fault: 'Only the first 20 branches can be checked for commits before their deletion.',
    file: 'src-renderer/pages/branches/forms/DeleteBranches.svelte',
    text: 'void own.check(unchecked, closing.signal)',
    replacement: 'void own.check(names.slice(0, firstChecked), closing.signal)',
    noticedBy: [
      'test/component/branches/delete-branches.test.ts › the first 20 of many branches are checked for commits, and the default and protected ones are left out',
    ],
    formerly:
      'test/e2e/writing/branches.spec.ts › several branches are protected, unprotected and deleted in one plan each, and merged branches are deleted with a report',
  },
  {
    fault: 'A bulk deletion contains the default branch and protected branches.',
    file: 'src-renderer/stores/project/branches/chosen-branches.ts',
    text: 'selection.ids.filter((id) => !keys.has(id))',
    replacement: 'selection.ids.filter((id) => keys.size >= 0 || !keys.has(id))',
    noticedBy: [
      'test/component/branches/delete-branches.test.ts › a bulk deletion is planned on the selection without the branches that are left out',
    ],
  },
  {
    fault: 'After merged branches were deleted, the branches are not compared.',
    file: 'src-renderer/pages/branches/forms/DeleteMerged.svelte',
    text: '    await store.compare(closing.signal);',
    replacement: '    await store.list(closing.signal);',
    noticedBy: [
      'test/component/branches/delete-merged.test.ts › merged branches are listed first, deleted after the project is typed, and compared again afterwards',
    ],
    formerly:
      'test/e2e/writing/branches.spec.ts › several branches are protected, unprotected and deleted in one plan each, and merged branches are deleted with a report',
  },
  {
    fault: 'The abbreviated SHA of a submodule is accepted.',
    file: 'src-renderer/pages/code/update-submodule.ts',
    text: '/^[0-9a-f]{40}$/i',
    replacement: '/^[0-9a-f]{6,40}$/i',
    noticedBy: [
      'test/component/submodules/update-submodule.test.ts › a submodule is updated to a full SHA on the shown branch, and other input is explained',
    ],
    formerly: 'test/e2e/writing/branches.spec.ts › a submodule is updated to a full SHA, and other input is explained',
  },
  {
    fault: 'A submodule is updated without a branch.',
    file: 'src-renderer/pages/code/update-submodule.ts',
    text: 'SubmoduleEdit.extend({',
    replacement: 'SubmoduleEdit.extend({ branch: z.string(),',
    noticedBy: [
      'test/component/submodules/update-submodule.test.ts › a submodule is updated to a full SHA on the shown branch, and other input is explained',
    ],
    formerly: 'test/e2e/writing/branches.spec.ts › a submodule is updated to a full SHA, and other input is explained',
  },
  {
    fault: 'A refusal about the commit of a submodule is shown at its path.',
    file: 'src-renderer/pages/code/update-submodule.ts',
    text: '/\\balready\\b/i',
    replacement: '/\\bnever\\b/i',
    noticedBy: [
      'test/component/submodules/update-submodule.test.ts › after the plan, the refusal “The submodule vendor/shared is already at abababab” is shown at its field, and the input is kept',
    ],
    formerly: 'test/e2e/writing/branches.spec.ts › a submodule is updated to a full SHA, and other input is explained',
  },
  {
    fault: 'Branches can be changed with a read-only profile.',
    file: 'src-renderer/pages/branches/branch-actions.ts',
    text: 'const reason = (): string | null => writeReason(stores);',
    replacement: 'const reason = (): string | null => (stores.connection.isOffline ? writeReason(stores) : null);',
    noticedBy: [
      'test/component/branches/branch-actions.test.ts › with a read-only profile, each action on branches is disabled with the reason',
    ],
    formerly:
      'test/e2e/writing/branches.spec.ts › each write is disabled with the reason in a read-only profile and offline',
  },
  {
    fault: 'Offline, a new branch can be created.',
    file: 'src-renderer/pages/branches/BranchesPage.svelte',
    text: 'const reason = $derived(writeReason(stores));',
    replacement: 'const reason = $derived(stores.connection.isOffline ? null : writeReason(stores));',
    noticedBy: [
      'test/component/branches/branch-actions.test.ts › offline, each action on branches is disabled with the reason',
    ],
    formerly:
      'test/e2e/writing/branches.spec.ts › each write is disabled with the reason in a read-only profile and offline',
  },
];
