import type { WriteOperation } from '#main/api/endpoints/index.ts';
import type { NamedOperation } from '#shared/text/en/operations.ts';
import type { Subjects } from '../operation-kit/operation.ts';
import * as all from './resource-index.ts';

type Declared = { [Resource in keyof typeof all]: keyof (typeof all)[Resource] }[keyof typeof all];
/** Operations without an endpoint, a subject or words: with one of them, `subjects` does not compile. */
type Missing = Exclude<WriteOperation | NamedOperation, WriteOperation & Declared & NamedOperation>;

/** The subject of every write, by the name of its operation. A subject receives only writes of that operation. */
export const subjects: [Missing] extends [never] ? Subjects : Missing = Object.assign(
  {},
  ...Object.values(all),
) as Subjects;
