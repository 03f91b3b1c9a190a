import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    fault: 'The form of a new deployment accepts a branch as the SHA of the commit.',
    file: 'src-renderer/pages/deployments/forms/create-deployment.ts',
    text: '.regex(/^[0-9a-f]{7,64}$/i, words.shaInvalid)',
    replacement: '.min(1, words.shaInvalid)',
    noticedBy: [
      'test/component/deployments/create-deployment.test.ts › a deployment without values, or with a branch as its commit, is explained at each field and not sent',
    ],
    formerly:
      'test/e2e/writing/deployments.spec.ts › a deployment is created, its status is changed and restored, and it is deleted and created again',
  },
  {
    fault: 'A misspelt environment of a new deployment gets no warning.',
    file: 'src-renderer/pages/deployments/forms/create-deployment.ts',
    text: 'environments.length === 0 ||',
    replacement: 'environments.length < 99 ||',
    noticedBy: [
      'test/component/deployments/create-deployment.test.ts › the form warns of an unknown environment, offers the last synced commit of a branch, and its plan says what can’t be undone',
    ],
    formerly:
      'test/e2e/writing/deployments.spec.ts › a deployment is created, its status is changed and restored, and it is deleted and created again',
  },
  {
    fault: 'A commit that the project doesn’t have is not explained at its field.',
    file: 'src-renderer/pages/deployments/forms/create-deployment.ts',
    text: 'failure.status !== 400) return undefined;',
    replacement: 'failure.status !== 422) return undefined;',
    noticedBy: [
      'test/component/deployments/create-deployment.test.ts › a refused commit that the project doesn’t have is explained at its field, and the other values are kept',
    ],
    formerly:
      'test/e2e/writing/deployments.spec.ts › a deployment is created, its status is changed and restored, and it is deleted and created again',
  },
  {
    fault: 'The panel doesn’t show why a deployment can’t be deleted.',
    file: 'src-renderer/pages/deployments/forms/PanelActions.svelte',
    text: '{#each why as reason (reason)}',
    replacement: '{#each why.slice(0, 0) as reason (reason)}',
    noticedBy: [
      'test/component/deployments/change-and-delete.test.ts › deployment 3 can’t be deleted, and the reason is shown also without the focus',
      'test/component/deployments/change-and-delete.test.ts › deployment 2 can’t be deleted, and the reason is shown also without the focus',
    ],
    formerly:
      'test/e2e/writing/deployments.spec.ts › a deployment is created, its status is changed and restored, and it is deleted and created again',
  },
  {
    fault: 'In bulk, the newest deployments of environments are not left out of a deletion.',
    file: 'src-renderer/stores/plans/chosen-deployments.ts',
    text: '!isRunning.has(key) && !isNewest.has(key)',
    replacement: '!isRunning.has(key)',
    noticedBy: [
      'test/component/deployments/change-and-delete.test.ts › in bulk, the deployments that can’t be deleted are left out, and the plan says how many',
    ],
    formerly:
      'test/e2e/writing/deployments.spec.ts › a deployment is created, its status is changed and restored, and it is deleted and created again',
  },
  {
    fault: 'A deletion doesn’t say what its undo creates.',
    file: 'src-renderer/pages/deployments/forms/deployment-actions.ts',
    text: '    consequence: words.consequence,\n',
    replacement: "    consequence: '',\n",
    noticedBy: [
      'test/component/deployments/change-and-delete.test.ts › the plan of a deletion is always shown, and says what undo creates',
    ],
    formerly:
      'test/e2e/writing/deployments.spec.ts › a deployment is created, its status is changed and restored, and it is deleted and created again',
  },
  {
    fault: 'The plan of a repair doesn’t say which statuses can’t be restored.',
    file: 'src-renderer/pages/deployments/forms/repair-stuck.ts',
    text: "created === 0 ? '' : words.noWayBack(created)",
    replacement: "created >= 0 ? '' : words.noWayBack(created)",
    noticedBy: [
      'test/component/deployments/repair-form.test.ts › stuck deployments are grouped by their jobs, and those without a result need a status',
    ],
    formerly:
      'test/e2e/writing/deployments.spec.ts › stuck deployments are repaired with a canary, by the results of their jobs, and the undo restores them',
  },
  {
    fault: 'A repair leaves out the deployments without a result instead of asking for their status.',
    file: 'src-renderer/pages/deployments/forms/repair-stuck.ts',
    text: 'return unknown > 0 || ',
    replacement: 'return ',
    noticedBy: [
      'test/component/deployments/repair-form.test.ts › stuck deployments are grouped by their jobs, and those without a result need a status',
    ],
    formerly:
      'test/e2e/writing/deployments.spec.ts › stuck deployments are repaired with a canary, by the results of their jobs, and the undo restores them',
  },
  {
    fault: 'The undo of a repair sends a status that only the instance can set.',
    file: 'src-main/changes/operations/deployments.ts',
    text: "isSettable(before['status']) ? null : words.irreversible.deploymentStatus",
    replacement: "isSettable(before['status']) ? null : null",
    noticedBy: [
      'test/core/project/artifact-and-deployment-writes.test.ts › the undo of a repair restores what it can: a deployment that was “created” keeps its new status',
    ],
    formerly:
      'test/e2e/writing/deployments.spec.ts › stuck deployments are repaired with a canary, by the results of their jobs, and the undo restores them',
  },
  {
    fault: 'With a read-only profile and offline, stuck deployments can be repaired.',
    file: 'src-renderer/pages/deployments/DeploymentTimeline.svelte',
    text: 'return writeReason(stores) ?? (stuck',
    replacement: 'return (stuck',
    noticedBy: [
      'test/component/deployments/create-deployment.test.ts › offline, deployments can’t be created, changed, deleted or repaired, and the reason is shown',
      'test/component/deployments/create-deployment.test.ts › with a read-only profile, deployments can’t be created, changed, deleted or repaired, and the reason is shown',
    ],
    formerly:
      'test/e2e/writing/deployments.spec.ts › stuck deployments are repaired with a canary, by the results of their jobs, and the undo restores them',
  },
  {
    fault: 'A refused deletion doesn’t say that the role of the token isn’t sufficient.',
    file: 'src-shared/text/en/refusals/deployments.ts',
    text: "403: roleTooLow('deleting deployments'),",
    replacement: "401: roleTooLow('deleting deployments'),",
    noticedBy: [
      'test/component/deployments/change-and-delete.test.ts › a refused deletion says that the role doesn’t allow it',
    ],
    formerly:
      'test/e2e/writing/deployments.spec.ts › refusals are explained: the role for a deletion, a missing deployment, and what the cache did not know',
  },
  {
    fault: 'A change of a deployment that no longer exists is not explained.',
    file: 'src-shared/text/en/refusals/deployments.ts',
    text: "    404: noDeployment,\n  },\n  'deployments.remove'",
    replacement: "    410: noDeployment,\n  },\n  'deployments.remove'",
    noticedBy: [
      'test/component/deployments/change-and-delete.test.ts › the status of a deployment that no longer exists can’t be changed, and the form says so',
    ],
    formerly:
      'test/e2e/writing/deployments.spec.ts › refusals are explained: the role for a deletion, a missing deployment, and what the cache did not know',
  },
];
