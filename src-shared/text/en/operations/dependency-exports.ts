import { of, planned } from '../operation-words.ts';

export const dependencyExports = {
  'dependency-exports.createForGroup': planned(of('Export dependencies of', 'group')),
  'dependency-exports.createForPipeline': planned(of('Export dependencies of', 'pipeline')),
  'dependency-exports.createForProject': planned(of('Export dependencies of', 'project')),
};
