import type { Explanation } from '../failure-texts.ts';
import type { NamedOperation } from '../operations.ts';

/** Refusals with a more exact meaning than their status, by operation and status. */
export type Refusals = { readonly [Op in NamedOperation]?: Readonly<Record<number, Explanation>> };
