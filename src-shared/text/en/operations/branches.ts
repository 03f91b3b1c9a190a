import { of, planned } from '../operation-words.ts';

export const branches = {
  'branches.create': of('Create', 'branch', 'branches'),
  'branches.remove': of('Delete', 'branch', 'branches'),
  'branches.removeMerged': planned(of('Delete merged branches of', 'project')),
};
