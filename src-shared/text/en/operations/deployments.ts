import { of, planned } from '../operation-words.ts';

export const deployments = {
  'deployments.create': planned(of('Create', 'deployment')),
  'deployments.edit': of('Edit', 'deployment'),
  'deployments.remove': of('Delete', 'deployment'),
};
