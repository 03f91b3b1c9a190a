import type { dependencyExports as api } from '#main/api/endpoints/dependency-exports.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { Operation, OperationsOf } from '../operation-kit/operation.ts';
import { nameIn } from '../operation-kit/probes.ts';

const createExport: Operation = { label: (_, { path }) => nameIn(path, 'id') ?? words.unnamed.exports };

export const dependencyExports: OperationsOf<typeof api> = {
  'dependency-exports.createForProject': createExport,
  'dependency-exports.createForGroup': createExport,
  'dependency-exports.createForPipeline': createExport,
};
