import type { dependencyExports as api } from '#main/api/endpoints/dependency-exports.ts';
import { subjects as words } from '#shared/text/en/subjects.ts';
import type { Subject, SubjectsOf } from '../operation-kit/operation.ts';
import { nameIn } from '../operation-kit/probes.ts';

const made: Subject = { label: (_, { path }) => nameIn(path, 'id') ?? words.unnamed.exports };

export const dependencyExports: SubjectsOf<typeof api> = {
  'dependency-exports.createForProject': made,
  'dependency-exports.createForGroup': made,
  'dependency-exports.createForPipeline': made,
};
