import type { WritesIn } from '#main/api/endpoints/index.ts';
import type { Send } from '#main/api/types.ts';
import type { DialectName } from '#main/api/client/wire/dialect.ts';
import type { UnshownValue } from '#shared/contract/changes.ts';
import type { Key } from '#shared/contract/collection.ts';
import type { OwnerKind, Scope, ScopeKind } from '#shared/contract/scope.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { ResourcePath } from './resources.ts';
import type { AnyWrite, Write, WriteOf } from './write.ts';

export type State = Readonly<Record<string, unknown>>;

/** An applied write, as the journal holds it: the state before it, if it could be read, and the reply. */
export interface Applied<W = Write> {
  write: W;
  before: State | null;
  reply: unknown;
}

/**
 * The sender and the signal that an operation reads with. `shared`: what the rows of a draft read together, by a key of the
 * operation; absent while a plan is applied, because each row then needs the state before it.
 */
export interface ReadContext {
  send: Send;
  signal: AbortSignal;
  shared?: Map<string, Promise<readonly State[]>> | undefined;
}

/**
 * What Reeve knows about a write besides its endpoint: how to read its resource, how to undo it, and what it changes in
 * the cache. Everything is optional, because the API can't read or undo everything.
 */
export interface Operation<W = Write> {
  /** Read the current state of the resource, with GET only; null: it does not exist. Absent: the API can't read it. */
  read?: (write: W, reading: ReadContext) => Promise<State | null>;
  /** Whether a cached row can be the state before the write; otherwise the resource is read. Absent: every row can. */
  canUseCachedRow?: (row: State) => boolean;
  /**
   * The resources that it reads and changes, if they are not those of its path: for example a resource that it creates,
   * or a branch in the body. After a write to one of them, a state that was read before is out of date.
   */
  resources?: (write: W) => readonly ResourcePath[];
  /** The number of requests that `read` sends. */
  readRequests?: number;
  /** The state in the form of the body, if the read fields have other names or shapes. */
  comparable?: (state: State, write: W) => State;
  /** Fields that some platforms reset if the body lacks them. They are sent with their value before the write. */
  resetIfAbsent?: readonly string[];
  /** By field, why `comparable` has no value although the resource has one. Such a field counts as changed. */
  unshown?: (state: State, write: W) => Readonly<Record<string, UnshownValue>>;
  /**
   * The writes that undo it, in this order; an empty list: nothing has to be undone. Only for operations whose endpoint
   * allows an undo. Null: this write can't be undone, for example because the reply has no ID.
   */
  inverse?: (applied: Applied<W>) => AnyWrite[] | null;
  /** Before applying: why this write can't be undone although its operation can; null: it can. */
  irreversible?: (write: W, before: State | null) => string | null;
  /** Why a creation is not sent, as words after "Already": its resource exists; null: it is sent. */
  whyUnchanged?: (before: State, write: W) => string | null;
  /** Why a plan for an instance of this dialect skips this write, by the state before it; null: the write is sent. */
  whySkipped?: (before: State, dialect: DialectName) => string | null;
  /**
   * Which of the losses that the endpoint names apply to this write. Absent: all; of an edit, the fields that its undo does
   * not send.
   */
  loses?: (write: W, before: State | null) => readonly string[];
  /** More fields by which the undo of an edit is checked. */
  compared?: (state: State) => State;
  /**
   * Whether an interrupted write was applied. Absent: an operation with `repeat: 'same'` is checked by comparing its
   * fields, one with `repeat: 'never'` stays unknown. May return `applied` only if the state identifies this write (a
   * member by ID, an account by name).
   */
  probe?: (write: W, before: State | null, reading: ReadContext) => Promise<'applied' | 'not-applied' | 'unknown'>;
  /** It deletes a text by the person in the field `author`. An undo writes that text again, by the owner of the token. */
  deletesText?: boolean;
  /** It destroys something that can't be restored, so a person must type the name to confirm. */
  needsTypedName?: boolean;
  /** A message in the reply to an applied write, in the platform's own words. The row has it as `reportedMessage`. */
  replySummary?: (reply: State) => string | null;
  /** The secret in the reply is a link to share, not a credential, so it can be shown again. */
  returnsLink?: boolean;
  /** The name to type as confirmation, if the label may not be unique. */
  nameToType?: (row: { before: State | null; place?: string | null | undefined }) => string | null;
  /** How its rows are named, if the fields that `rowNames` looks for don't name its object. */
  names?: Naming<W>;
  /** The result of a write that only its reply or refusal contains, for example the response to a resent delivery. */
  result?: WriteResult;
  /** How it changes the cache. Absent: not at all. */
  caches?: CacheEffect<W>;
}

/**
 * How rows are named. `of`: the object is the group, project, issue or merge request in the path of the request
 * (`place`), or its name needs another cached row. `label` and `detail`: see `RowName`; null: the usual ones.
 */
export interface Naming<W = Write> {
  of?: 'place' | ((write: W) => CachedAt | null);
  label?: (write: W, known: Known) => string | null;
  detail?: (write: W, known: Known) => string | null;
}

/** The address of a cached row. `scope` null: in any scope. `by`: the column with `id`, if it is not the key. */
export interface CachedAt {
  collection: CollectionName;
  scope: Scope | null;
  id: Key;
  by?: string;
}

/** What is known about a row when it is named. */
export interface Known {
  /** The state before the write, else the cached row. */
  row: State | null;
  /** The row that `of` names. */
  other: State | null;
  /** The path of a group or project, or "project 7" if it is not known. */
  pathOf: (kind: 'group' | 'project', ref: unknown) => string;
}

/** See `Operation.result`. A `value` is that of `field` before and after the write. */
export interface WriteResult {
  field: string;
  /** The last known value, from the cached row. */
  before: (row: State) => string | null;
  /** The value after the write; null: it was not carried out. `reply` null: the platform refused the write. */
  after: (reply: State | null, refusal: Refusal) => string | null;
  isGood: (value: string) => boolean;
}

/** How the platform refused a write. */
export interface Refusal {
  status: number | null;
  reportedMessage: string | null;
}

/**
 * What an applied write changes in a list of the cache.
 * - `row`: the row whose key is the path parameter `id`; a DELETE marks it as deleted.
 * - `new`: a row whose key is in the reply, in the field `idField` if it has another name there.
 * - `rows`: the rows of a list in the reply; a DELETE marks those with the keys `removed` as deleted.
 * - `whole`: the only record of the scope.
 * - `fields`: fields of a row of another resource, which the write changes as well.
 *
 * `scope`: its kind; the path parameters name the group or project and the place below it. A `row` without `scope` has the
 * same key in every scope. `extraFields`: fields of the row that are neither sent nor in the reply. `notStored`: fields of
 * the state before the write that are not stored in the row.
 */
export type CacheEffect<W = Write> =
  | {
      kind: 'row';
      collection: CollectionName;
      id: W extends { path: infer P } ? keyof P & string : never;
      scope?: ScopeKind;
      notStored?: readonly string[];
      extraFields?: (write: W) => Record<string, unknown>;
      /** The fields of the row that a reply sets, if the reply is not about the row itself. `now`: epoch milliseconds. */
      replyFields?: (reply: State, now: number) => Record<string, unknown>;
      /** The fields of the row that a refusal sets; null: none. */
      refusalFields?: (refusal: Refusal, now: number) => Record<string, unknown> | null;
    }
  | {
      kind: 'new';
      collection: CollectionName;
      scope: ScopeKind;
      idField?: string;
      /** Whether a reply is a row. Absent: every reply with a key is. */
      isRow?: (reply: State) => boolean;
      extraFields?: (write: W) => Record<string, unknown>;
    }
  | {
      kind: 'rows';
      collection: CollectionName;
      scope: ScopeKind;
      removed: (write: W, before: State | null) => readonly Key[];
    }
  | {
      kind: 'whole';
      collection: CollectionName;
      scope: OwnerKind;
      id: number;
      /** The record from the resource's fields; null: the resource was deleted. */
      record: (fields: State | null, write: W) => Record<string, unknown>;
    }
  | {
      kind: 'fields';
      collection: CollectionName;
      scope: ScopeKind;
      /** The key of the row; null: the write is not about a single row. */
      id: (write: W) => Key | null;
      /** `reply`: empty if it is unknown. */
      fields: (write: W, reply: State) => Record<string, unknown>;
    };

/** Operations by name, for example `'runners.edit'`. An operation of another release is absent. */
export type Operations = Readonly<Partial<Record<string, Operation>>>;

/** The operations of all writes in one table of endpoints. */
export type OperationsOf<T> = { readonly [Op in WritesIn<T>]: Operation<WriteOf<Op>> };
