import { of } from '../operation-words.ts';

export const dependencyExports = {
  'dependency-exports.createForGroup': of('Export dependencies of', 'group'),
  'dependency-exports.createForPipeline': of('Export dependencies of', 'pipeline'),
  'dependency-exports.createForProject': of('Export dependencies of', 'project'),
};
