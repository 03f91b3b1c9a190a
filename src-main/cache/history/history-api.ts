import type { ChangesQuery, history } from '#shared/contract/history.ts';
import type { Verb } from '#shared/contract/kit.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { z } from 'zod';
import type { CacheReader } from '../store-api.ts';
import type { StoredBy } from './history-types.ts';

type Verbs = typeof history;
type Read<V> = V extends Verb<infer I, infer O> ? { input: z.output<I>; output: WithStoredBy<z.output<O>> } : never;
/** Results in which `by` is not resolved to a plan yet. */
type WithStoredBy<T> = T extends readonly (infer E)[]
  ? WithStoredBy<E>[]
  : T extends object
    ? { [K in keyof T]: K extends 'by' ? (T[K] extends { kind: string } ? StoredBy : T[K]) : WithStoredBy<T[K]> }
    : T;
type Queries = 'life' | 'changes' | 'viewCounts' | 'days' | 'moment' | 'sinceThen' | 'now' | 'compare' | 'differences';

/** `labels`: the paths of groups and projects by scope, for a search and for the places below a group. */
export interface KnownLabels {
  labels?: Readonly<Record<Scope, string>>;
}
/** `until`: later changes are left out; null: none are. */
export interface ShownUntil {
  until?: number | null;
}
/** A part of the changes for an export, newest first. `before`: the last one of the part before it; null: from the newest. */
export interface ChangesPart extends ChangesQuery, KnownLabels {
  before: { at: number; n: number } | null;
  count: number;
}
/** An entry whose `by` is not resolved to a plan yet. */
export type ReadEntry = WithStoredBy<z.output<Verbs['changes']['output']>>['entries'][number];

/** The queries of the history thread. It is started when one of them is first called. */
export type HistoryReader = {
  [V in Queries]: (
    input: Read<Verbs[V]>['input'] &
      (V extends 'changes' | 'days' ? KnownLabels : V extends 'life' ? ShownUntil : unknown),
    signal?: AbortSignal,
  ) => Promise<Read<Verbs[V]>['output']>;
} & {
  changesPart(input: ChangesPart, signal?: AbortSignal): Promise<ReadEntry[]>;
  /** The cache as it was at a moment. Only recorded fields are known. */
  past(at: number): CacheReader;
  close(): Promise<void>;
};
