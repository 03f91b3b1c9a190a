import type { Forms } from './form-list.ts';

const artifacts = { files: ['pages/deployments/artifacts/artifact-actions.ts'] };

/** Forms of deployments and of the artifacts of jobs. */
export const forms: Forms = {
  'deployments.create': { files: ['pages/deployments/forms/CreateDeployment.svelte'] },
  'deployments.edit': {
    files: ['pages/deployments/forms/ChangeStatus.svelte', 'pages/deployments/forms/RepairStuck.svelte'],
  },
  'deployments.remove': { files: ['pages/deployments/forms/deployment-actions.ts'] },
  'artifacts.keep': artifacts,
  'artifacts.remove': artifacts,
  'artifacts.removeAll': artifacts,
};
