import type { Failure, Reason } from '#shared/errors.ts';
import type { FileHandle } from 'node:fs/promises';
import type { WritableStream } from 'node:stream/web';
import type { z } from 'zod';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Path parameters of a template: `'/groups/:id/issues'` has `id`, `*rest` takes the rest of the path. */
export type PathNames<P extends string> = P extends `${infer Head}/${infer Tail}`
  ? PathNames<Head> | PathNames<Tail>
  : P extends `:${infer Name}` | `*${infer Name}`
    ? Name
    : never;
export type PathOf<P extends string> = { [N in PathNames<P>]: string | number };

/** What undoing this endpoint's write can restore. */
export type Undo = { kind: 'exact' } | { kind: 'lossy'; what: readonly string[] } | { kind: 'none'; why: string };

/** The documented limits that count requests (document 1:243, 1:245, 1:246). */
export type LimitName = 'large-blob' | 'large-request' | 'resend';

/** A documented limit: at most `count` rows of `list` may have `field` set to true. */
export interface Ceiling {
  count: number;
  list: Endpoint;
  field: string;
  /** The path parameter with the id of the row that a call changes. */
  self: string;
}

/** How the reply's body is to be read. */
export type ReplyKind = 'json' | 'rows' | 'bytes' | 'headers' | 'empty';

/**
 * One endpoint as data. `repeat`: may the same request be sent again without harm (see the table in the sender).
 * `secrets`: body or query fields that never reach a plan, a journal or a log. `doc`: document and line, `'3:91'`.
 */
export interface Endpoint<
  P extends string = string,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  M extends Method = Method,
> {
  readonly name: string;
  readonly method: M;
  readonly path: P;
  readonly query: Q | null;
  readonly body: B | null;
  readonly bodyKind: 'json' | 'multipart';
  readonly reply: R | null;
  readonly replyKind: ReplyKind;
  readonly paging: 'none' | 'offset' | 'keyset';
  readonly repeat: 'same' | 'never';
  readonly undo: Undo | null;
  readonly role: string | null;
  readonly tier: string | null;
  readonly secrets: readonly string[];
  /** Names of query or body fields of which at most one may be given; `false` and an empty text count as not given. */
  readonly exclusive: readonly (readonly string[])[];
  /** Pairs of which the first means nothing without the second. */
  readonly requires?: readonly (readonly [string, string])[] | undefined;
  /**
   * Pairs of switches that mean the opposite of each other, the deprecated one first. Only the second is sent when both
   * are given: some platforms refuse the two together.
   */
  readonly opposites?: readonly (readonly [string, string])[] | undefined;
  /** A documented rate limit of its own, beside the instance's (see `limits.ts`). */
  readonly limit?: LimitName | undefined;
  /** A documented maximum of rows. The sender counts them before it sends a write that may add one. */
  readonly ceiling?: Ceiling | undefined;
  /** What a 404 here means when it is not about something around it, such as the group. */
  readonly missing?: Reason | undefined;
  /**
   * The platform asks another service here, so that a 401 is about that service's token and a 429 about its limit: the
   * token of the profile stays trusted, and nothing else is held back.
   */
  readonly isExternal?: boolean | undefined;
  /** Another spelling of the path, tried when the platform knows no such route. Same parameters. */
  readonly otherPath?: string | undefined;
  readonly deprecated: Readonly<Record<string, string>>;
  readonly doc: string;
}

/**
 * Called with the reason and the end (`retryAtMs`) when a request is held back for more than 10 s; with null when the
 * wait is over.
 */
export type OnHeld = (held: Failure | null) => void;

/** What a call of an endpoint takes. */
export interface CallInput {
  path?: Record<string, string | number> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** Send the body as form fields instead of JSON (document 1:14). */
  as?: 'form' | undefined;
  /**
   * Called right before each attempt leaves, with what it may take at most. What it throws keeps the request from
   * leaving and comes out as it is.
   */
  onBeforeSend?: ((deadlineMs: number) => void) | undefined;
  /**
   * Called when what left last has certainly done nothing, and nothing before it either: no byte of it arrived, or the
   * platform itself answered 429. It may leave again.
   */
  onNoEffect?: ((failure: Failure) => void) | undefined;
  /** If given, a request that a rate limit holds back waits as long as needed instead of failing. */
  onHeld?: OnHeld | undefined;
  /** Fires when it is not to leave any more. What is on its way already still gets its answer. */
  held?: AbortSignal | undefined;
}

/** A page, by the link (`next`) of the page before. */
export interface NextInput extends Pick<CallInput, 'onHeld'> {
  next: string;
}

/** A file to upload. `open` is called once an attempt; it yields exactly `sizeBytes` bytes. */
export interface Upload {
  fileName: string;
  sizeBytes: number;
  type?: string | undefined;
  open(): AsyncIterable<Uint8Array>;
}

/** The input of one endpoint, typed by its path, query and body; of an endpoint known only at run time, `CallInput`. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B>
    ? string extends P
      ? CallInput
      : PathInput<P> & FieldInput<'query', Q> & FieldInput<'body', B> & Pick<CallInput, 'as'>
    : never;
type PathInput<P extends string> = [PathNames<P>] extends [never] ? { path?: undefined } : { path: PathOf<P> };
type FieldInput<K extends string, T extends z.ZodType> =
  undefined extends z.input<T>
    ? { [N in K]?: undefined }
    : Record<never, never> extends z.input<T>
      ? { [N in K]?: z.input<T> | undefined }
      : { [N in K]: z.input<T> };

/** Facts of one answered request, beside its body. Header names are lower case. */
export interface Answer<T> {
  value: T;
  status: number;
  headers: Record<string, string>;
  /** Rows of a list that could not be read and were left out. */
  unreadable: number;
  /**
   * Why the reply of a successful write could not be read as documented; null otherwise. `value` is then the JSON that
   * came, or undefined.
   */
  replyFailure: Failure | null;
  ms: number;
}

/** One page of a list as bytes, for the store worker. */
export interface BytesPage {
  body: ArrayBuffer;
  /** Address of the next page, at the instance's own address; null when no header names one. */
  next: string | null;
  /** Whether there is a next page; null when no header says so, because all of them are optional. */
  hasNext: boolean | null;
  /** The total number of rows. Only a hint: it may be wrong or out of date. */
  total: number | null;
  roundTripMs: number;
}

/**
 * One page of a list as it came: rows are not checked, but rows that are nested too deeply are left out and counted.
 */
export interface RowsPage extends Omit<BytesPage, 'body'> {
  rows: unknown[];
  unreadable: number;
}

/** Where a download goes: a folder gets a new file; a handle is overwritten from its start and stays open; a stream. */
export type DownloadTarget = string | FileHandle | WritableStream<Uint8Array>;
export interface DownloadOptions {
  into: DownloadTarget;
  /** Instead of the name that the platform gives; made safe all the same. */
  name?: string | undefined;
  /** Some ten times a second, and at the end. `totalBytes` is null where the platform does not tell. */
  onProgress?: ((progress: { receivedBytes: number; totalBytes: number | null }) => void) | undefined;
  /** More is refused; default 5 GB. */
  mostBytes?: number | undefined;
}
/** A finished download. `path`: only where it went into a folder. `name` is safe on every system. */
export interface SavedFile {
  path?: string;
  name: string;
  sizeBytes: number;
  /** In hexadecimal. */
  sha256: string;
  contentType: string;
}

/** A reply of any status as it came, without secrets. Body: at most 1 MB. */
export interface RawAnswer {
  status: number;
  /** Origin of the server that answered, after redirects. */
  origin: string;
  headers: Record<string, string>;
  body: Uint8Array;
  isTruncated: boolean;
  ms: number;
  /** Epoch milliseconds. */
  sentAt: number;
  request: { method: Method; url: string; headers: Record<string, string> };
}

/**
 * Sends one request after the other under the governor; the only place where the token is. Throws `Failure`.
 * Input is checked against the endpoint before anything leaves; `path` and `query` values are encoded.
 */
export interface Send {
  /** The reply, decoded and checked. */
  <E extends Endpoint>(endpoint: E, input?: InputOf<E>, signal?: AbortSignal): Promise<ReplyOf<E>>;
  /** The same with status, headers and count of unreadable rows. */
  answer<E extends Endpoint>(endpoint: E, input?: InputOf<E>, signal?: AbortSignal): Promise<Answer<ReplyOf<E>>>;
  /** One page as bytes, by input or by the `next` of the page before. */
  page(endpoint: Endpoint, at: CallInput | NextInput, signal?: AbortSignal): Promise<BytesPage>;
  /** The same page with its rows parsed, for callers that need only a few fields. */
  rows(endpoint: Endpoint, at: CallInput | NextInput, signal?: AbortSignal): Promise<RowsPage>;
  /**
   * A file or an archive as a stream: written as `.part`, named when it is whole, nothing left behind otherwise.
   * Fails: `remote`/`connection-lost` when it ends early, `remote`/`too-large`, `invalid` with the field `into`.
   */
  bytes<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E> | undefined,
    to: DownloadOptions,
    signal?: AbortSignal,
  ): Promise<SavedFile>;
  /** What the platform answers to a GET or HEAD, whatever it is; sent once. Fails only when there is no answer. */
  raw<E extends Endpoint>(endpoint: E, input?: InputOf<E>, signal?: AbortSignal): Promise<RawAnswer>;
  /** Abort everything under way and close the sockets. */
  close(): Promise<void>;
}
export type ReplyOf<E> = E extends Endpoint<string, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;

/** What the sender tells of every attempt; feeds the request log, the connection state and the budget. */
export interface Attempt {
  at: number;
  method: Method;
  /** Path below `/api/v4` with query, secret values replaced. */
  path: string;
  status: number | null;
  ms: number;
  bytes: number;
  attempt: number;
  requestId: string | null;
  failure: Failure | null;
  budget: Budget | null;
  /** Epoch milliseconds until which the instance's limit holds back all requests; null: it does not. */
  heldUntil: number | null;
}

/** What the platform told of its rate limit; `resetAt` in epoch milliseconds. */
export interface Budget {
  limit: number;
  remaining: number;
  resetAt: number | null;
}
