import type { WriteOperation } from '#main/api/endpoints/index.ts';
import type { NamedOperation } from '#shared/text/en/operations.ts';
import type { Operations } from '../operation-kit/operation.ts';
import * as all from './resource-index.ts';

type Declared = { [Resource in keyof typeof all]: keyof (typeof all)[Resource] }[keyof typeof all];
/** Operations that lack an endpoint, a declaration or a name. If there is one, `operations` does not compile. */
type Missing = Exclude<WriteOperation | NamedOperation, WriteOperation & Declared & NamedOperation>;

/** Every operation by name. The engine passes only writes of that operation to it. */
export const operations: [Missing] extends [never] ? Operations : Missing = Object.assign(
  {},
  ...Object.values(all),
) as Operations;
