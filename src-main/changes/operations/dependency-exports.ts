import { subjects as words } from '#shared/text/en/subjects.ts';
import type { Subject, Subjects } from '../subject/subject.ts';
import { nameIn } from '../subject/verdicts.ts';

const made: Subject = { label: (_, { path }) => nameIn(path, 'id') ?? words.unnamed.exports };

export const dependencyExports: Subjects = {
  'dependency-exports.createForProject': made,
  'dependency-exports.createForGroup': made,
  'dependency-exports.createForPipeline': made,
};
