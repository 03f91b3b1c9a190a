import { of } from '../operation-words.ts';

export const deployments = {
  'deployments.create': of('Create', 'deployment'),
  'deployments.edit': of('Edit', 'deployment'),
  'deployments.remove': of('Delete', 'deployment'),
};
