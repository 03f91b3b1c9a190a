import type { WritesIn } from '#main/api/endpoints/index.ts';
import type { Send } from '#main/api/types.ts';
import type { OwnerKind } from '#shared/contract/scope.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { ResourcePath } from './resources.ts';
import type { AnyWrite, Write, WriteOf } from './write.ts';

export type State = Readonly<Record<string, unknown>>;

/** What was journalled of a write that was applied: the state before it, where it could be read, and the answer to it. */
export interface Applied<W = Write> {
  write: W;
  before: State | null;
  reply: unknown;
}

interface Reading {
  send: Send;
  signal: AbortSignal;
}

/**
 * What one op is about, beside what its endpoint says: how its thing is read, where that is cached, and how a write of
 * it is taken back. Data where it can be; everything is optional, because not all of the platform can be read or undone.
 */
export interface Operation<W = Write> {
  /** The thing as it is now, by GET alone; null: it does not exist. Absent: this API cannot tell. */
  read?: (write: W, reading: Reading) => Promise<State | null>;
  /**
   * The resources that it reads and changes, if they are not what its path names: a resource that it creates, a branch
   * that is named in the body. A later write to one of them then knows that what was read before is out of date.
   */
  resources?: (write: W) => readonly ResourcePath[];
  /** Requests that `read` costs. */
  readRequests?: number;
  /** What the body's fields are compared with, where the read ones have other names or shapes. */
  comparable?: (state: State, write: W) => State;
  /**
   * The writes that take it back, in their order; an empty list: nothing has to be done. Only for ops whose endpoint
   * allows an undo. Null: this one cannot be taken back after all, for instance because the answer named no id.
   */
  inverse?: (applied: Applied<W>) => AnyWrite[] | null;
  /** Why this very write cannot be taken back although its op can, told before applying; null: it can. */
  irreversible?: (write: W, before: State | null) => string | null;
  /** Of what an undo of its endpoint may lose, what it loses of this very write. Absent: all of it. */
  loses?: (write: W, before: State | null) => readonly string[];
  /**
   * Whether a write that was interrupted has happened. Absent: for a `same` op the fields are compared, and a `never`
   * op stays unknown. Only what identifies the very write may answer (a member by id, an account by name).
   */
  probe?: (write: W, before: State | null, reading: Reading) => Promise<'applied' | 'not-applied' | 'unknown'>;
  /** It takes away what nobody can bring back, so that a person types its name: deletes, two-factor off. */
  needsTypedName?: boolean;
  /** What the answer tells a person beside that it worked, in the platform's own words: kept as what it said. */
  replySummary?: (reply: State) => string | null;
  /** What a person types to confirm the deletion, if the label may not be unique. */
  nameToType?: (state: State | null) => string | null;
  /** What a person calls the thing, from what was read; else the last part of the path. */
  label?: (state: State | null, write: W) => string;
  /** What it changes in the cache. Absent: nothing. */
  caches?: CacheEffect<W>;
}

/**
 * What an applied write changes in a list of the cache. `row`: the row with the id in the path parameter `id`; a DELETE
 * marks it as deleted. `new`: a row with the id in the reply. `whole`: the only record of the scope.
 * `scope`: its kind; the path parameter `id` names the group or project. `more`: fields of the row that are neither sent
 * nor in the reply.
 */
export type CacheEffect<W = Write> =
  | {
      kind: 'row';
      collection: CollectionName;
      id: W extends { path: infer P } ? keyof P & string : never;
      extraFields?: (write: W) => Record<string, unknown>;
    }
  | {
      kind: 'new';
      collection: CollectionName;
      scope: OwnerKind;
      extraFields?: (write: W) => Record<string, unknown>;
    }
  | {
      kind: 'whole';
      collection: CollectionName;
      scope: OwnerKind;
      id: number;
      /** The record from the resource's fields; null: the resource was deleted. */
      record: (fields: State | null) => Record<string, unknown>;
    };

/** By op: `'runners.edit'`. An op of another release has none. */
export type Operations = Readonly<Partial<Record<string, Operation>>>;

/** The operations of all writes in one table of endpoints. */
export type OperationsOf<T> = { readonly [Op in WritesIn<T>]: Operation<WriteOf<Op>> };
