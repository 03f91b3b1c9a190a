import { of } from '../operation-words.ts';

export const jobTokenScope = {
  'job-token-scope.addGroup': of('Allow job tokens of', 'group'),
  'job-token-scope.addProject': of('Allow job tokens of', 'project'),
  'job-token-scope.edit': of('Edit job token access of', 'project'),
  'job-token-scope.removeGroup': of('Stop allowing job tokens of', 'group'),
  'job-token-scope.removeProject': of('Stop allowing job tokens of', 'project'),
};
