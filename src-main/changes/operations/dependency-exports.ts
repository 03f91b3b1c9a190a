import type { dependencyExports as api } from '#main/api/endpoints/dependency-exports.ts';
import type { Operation, OperationsOf } from '../operation-kit/operation.ts';

const createExport = (kind: 'group' | 'project'): Operation => ({
  // Not the name of the place: lists of exports show the path from the journal
  names: { label: ({ path }, { pathOf }) => pathOf(kind, path['id']) },
});

export const dependencyExports: OperationsOf<typeof api> = {
  'dependency-exports.createForProject': createExport('project'),
  'dependency-exports.createForGroup': createExport('group'),
  'dependency-exports.createForPipeline': {},
};
