import type { Forms } from './form-list.ts';

const artifacts = { files: ['pages/deployments/artifacts/artifact-actions.ts'] };

/** Forms of deployments and of the artifacts of jobs. */
export const forms: Forms = {
  'deployments.create': { files: ['pages/deployments/forms/create-deployment.ts'] },
  'deployments.edit': {
    files: ['pages/deployments/forms/change-status.ts', 'pages/deployments/forms/repair-stuck.ts'],
  },
  'deployments.remove': { files: ['pages/deployments/forms/deployment-actions.ts'] },
  'artifacts.keep': artifacts,
  'artifacts.remove': artifacts,
  'artifacts.removeAll': artifacts,
};
