import { deploymentForms } from '#shared/text/en/deployment-forms.ts';

export const create = {
  ...{ id: 'deployments.create', label: deploymentForms.create.label, keywords: 'add new' },
  path: 'deployments',
};
