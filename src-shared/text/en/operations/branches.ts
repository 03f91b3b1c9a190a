import { of } from '../operation-words.ts';

export const branches = {
  'branches.create': of('Create', 'branch', 'branches'),
  'branches.remove': of('Delete', 'branch', 'branches'),
  'branches.removeMerged': of('Delete merged branches of', 'project'),
};
