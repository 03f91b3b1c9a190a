import type { Scope } from '#shared/contract/scope.ts';
import type { Refusal } from '../cache-types.ts';

/**
 * What is cached of a list in one scope. `undetailed`: rows whose details were never requested. `runningSince`: since
 * when a sync runs, or was cut off.
 */
export interface ScopeFacts {
  scope: Scope;
  rows: number;
  undetailed: number;
  completedAt: number | null;
  unreadable: number;
  runningSince: number | null;
  refusal: Refusal | null;
  parts?: Parts;
}
/**
 * The parts that a list needs to be complete, such as the heads of all branches for the commits of a project. `known`,
 * `synced`: the number of parts, and of stored parts. `others`: by name, without the default branch: 1 if it is
 * stored in full.
 */
export interface Parts {
  known: number;
  synced: number;
  others: Readonly<Record<string, 0 | 1>>;
}
/**
 * The facts about one collection. `scopes`: groups, projects and the instance. `below`: by project, the sums over its
 * places with an own list. `covering`: for rows that are stored once, the synced scope that returned rows of a project.
 * `rowBytes`: the mean size of a record; null: none is cached.
 */
export interface CollectionFacts {
  collection: string;
  scopes: ScopeFacts[];
  below: BelowFacts[];
  covering: { project: Scope; scope: Scope }[];
  rowBytes: number | null;
}
/**
 * `known`: the places of rows, such as each issue for notes, and all that were synced. `synced`: those that were synced,
 * the first at `completedAt`. `missing`: those that were neither synced nor refused; `requests`: to sync them, at least
 * this number if `isGuess`. `absent`: those that do not exist on the platform; `known` includes only those
 * of them that were synced before.
 */
export interface BelowFacts extends ScopeFacts {
  known: number;
  synced: number;
  missing: number;
  requests: number;
  isGuess: boolean;
  absent: number;
  refusedCount: number;
  /** Those that were refused or do not exist. */
  refused: { scope: Scope; refusal: Refusal }[];
}
