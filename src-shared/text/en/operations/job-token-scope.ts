import { of } from '../operation-words.ts';

export const jobTokenScope = {
  'job-token-scope.addGroup': of('Add', 'group to the allowlist', 'groups to the allowlist'),
  'job-token-scope.addProject': of('Add', 'project to the allowlist', 'projects to the allowlist'),
  'job-token-scope.edit': of('Edit job token access of', 'project'),
  'job-token-scope.removeGroup': of('Remove', 'group from the allowlist', 'groups from the allowlist'),
  'job-token-scope.removeProject': of('Remove', 'project from the allowlist', 'projects from the allowlist'),
};
