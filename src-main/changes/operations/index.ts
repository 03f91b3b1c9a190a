import type { WriteOperation } from '#main/api/endpoints/index.ts';
import type { NamedOperation } from '#shared/text/en/operations.ts';
import type { Operations } from '../operation-kit/operation.ts';
import * as all from './resource-index.ts';

type Declared = { [Resource in keyof typeof all]: keyof (typeof all)[Resource] }[keyof typeof all];
/** Operations without an endpoint, an operation or words: with one of them, `operations` does not compile. */
type Missing = Exclude<WriteOperation | NamedOperation, WriteOperation & Declared & NamedOperation>;

/** The operation of every write, by the name of its operation. An operation receives only writes of that operation. */
export const operations: [Missing] extends [never] ? Operations : Missing = Object.assign(
  {},
  ...Object.values(all),
) as Operations;
