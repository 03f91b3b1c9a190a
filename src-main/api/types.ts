import type { ValueSet } from '#shared/contract/dialect-values.ts';
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

/** What undoing this endpoint's write can restore. `leaves`: what remains after it, as a clause. */
export type Undo = { leaves?: string | undefined; needs?: string | undefined } & (
  | { kind: 'exact' }
  | { kind: 'lossy'; what: readonly string[] }
  | { kind: 'none'; why: string }
);

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

/** What instances of some dialects refuse, so that it is refused before sending. */
export interface DialectRules {
  /** The values of query or body fields; `not.milestone_id` is a field of `not`. */
  values?: Readonly<Record<string, ValueSet>>;
  /** The names of fields. */
  names?: ValueSet;
  /** Names of query fields of which at most one may be given, in the dialect `gitlab`. */
  exclusive?: Endpoint['exclusive'];
  /** The fields without which the dialect `gitlab` refuses a request. */
  needed?: (fields: Readonly<Record<string, unknown>>) => readonly string[];
}

/** How the body of the reply is read. */
export type ReplyKind = 'json' | 'rows' | 'bytes' | 'headers' | 'empty';

/**
 * One endpoint as data. `repeat`: `'same'` if sending the same request twice has the same effect as sending it once.
 * `secrets`: fields that are never written to a plan, the journal or a log. `doc`: document and line, `'3:91'`.
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
  /** The field of a JSON body, at any depth, that can contain a file in Base64 if `encoding` is `base64` beside it. */
  readonly contentField?: string | undefined;
  readonly reply: R | null;
  readonly replyKind: ReplyKind;
  readonly paging: 'none' | 'offset' | 'keyset';
  /** The largest `per_page` that installations accept, if it is less than 100. Larger values are replaced by it. */
  readonly mostPerPage?: number | undefined;
  /** The largest number of entries of a list in the body. A plan sends more in several requests. */
  readonly mostEntries?: { readonly field: string; readonly count: number } | undefined;
  /** The documents do not describe pages of this list: without page headers, a reply is the whole list. */
  readonly isWholeWithoutHeaders?: boolean | undefined;
  readonly repeat: 'same' | 'never';
  readonly undo: Undo | null;
  readonly role: string | null;
  readonly tier: string | null;
  readonly secrets: readonly string[];
  /** Names of query or body fields of which at most one may be given; `false` and an empty text count as not given. */
  readonly exclusive: readonly (readonly string[])[];
  /** Pairs of fields: the first has no effect without the second. */
  readonly requires?: readonly (readonly [string, string])[] | undefined;
  /** Pairs of switches with opposite meanings, the deprecated one first. At most one may be given. */
  readonly opposites?: readonly (readonly [string, string])[] | undefined;
  /** What instances of some dialects refuse. */
  readonly perDialect?: DialectRules | undefined;
  /** A documented rate limit of this endpoint, in addition to the limit of the instance (see `limits.ts`). */
  readonly limit?: LimitName | undefined;
  /** A documented maximum number of rows. The sender counts them before it sends a write that may add one. */
  readonly ceiling?: Ceiling | undefined;
  /** What a 404 means, unless its message names a parent such as the group. */
  readonly missing?: Reason | undefined;
  /**
   * The platform calls another service. A 401 is about the token for that service and a 429 about its limit, so the
   * token of the profile is still valid and other requests are not held back.
   */
  readonly isExternal?: boolean | undefined;
  /** Another spelling of the path with the same parameters, tried if the platform has no route for `path`. */
  readonly otherPath?: string | undefined;
  readonly deprecated: Readonly<Record<string, string>>;
  readonly doc: string;
}

/**
 * Called with the reason and the end of the wait (`retryAtMs`) when a request is held back for more than 10 s, and with
 * null when the wait is over.
 */
export type OnHeld = (held: Failure | null) => void;

/** The input of one request. */
export interface CallInput {
  path?: Record<string, string | number> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** Send the body as form fields instead of JSON (document 1:14). */
  as?: 'form' | undefined;
  /** Contents of files in a JSON body, by key. In the body, each key is replaced with its content in Base64. */
  contents?: ReadonlyMap<string, FileSource> | undefined;
  /**
   * Called directly before each attempt is sent, with the deadline of the attempt. If it throws, the request is not
   * sent: the first attempt fails with the thrown value, a repetition with the failure of the attempt before.
   */
  onBeforeSend?: ((deadlineMs: number) => void) | undefined;
  /**
   * Called after a failed attempt if neither it nor an earlier attempt can have had an effect: no byte was sent, or the
   * platform itself answered 429. The request may be sent again.
   */
  onNoEffect?: ((failure: Failure) => void) | undefined;
  /** If given, a request that a rate limit holds back waits as long as needed instead of failing. */
  onHeld?: OnHeld | undefined;
  /** When it fires, no further attempt is sent. An attempt that was already sent still gets its reply. */
  held?: AbortSignal | undefined;
}

/** Requests a page by the link (`next`) in the page before it. */
export interface NextInput extends Pick<CallInput, 'onHeld'> {
  next: string;
}

/** Bytes to send. `open` is called once per attempt and yields exactly `sizeBytes` bytes. */
export interface FileSource {
  sizeBytes: number;
  open(): AsyncIterable<Uint8Array>;
}

/** A file to upload. */
export interface Upload extends FileSource {
  fileName: string;
  type?: string | undefined;
}

/** The input of one endpoint, typed by its path, query and body. `CallInput` if the endpoint is known only at run time. */
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

/** A reply: the decoded value with status and headers. Header names are in lower case. */
export interface Answer<T> {
  value: T;
  status: number;
  headers: Record<string, string>;
  /** Number of rows of a list that could not be read and were left out. */
  unreadable: number;
  /**
   * Why the reply of a successful write could not be read as documented; otherwise null. `value` is then the JSON as
   * received, or undefined.
   */
  replyFailure: Failure | null;
  ms: number;
}

/** One page of a list as bytes, for the store worker. */
export interface BytesPage {
  body: ArrayBuffer;
  /** Address of the next page, below the address of the instance; null if no header names one. */
  next: string | null;
  /** Whether there is a next page; null if no header shows it, because all paging headers are optional. */
  hasNext: boolean | null;
  /** Whether the page has a `Link` header, which keyset pagination needs. */
  hasLink: boolean;
  /** The reported total number of rows, which may be wrong or out of date. */
  total: number | null;
  roundTripMs: number;
}

/**
 * One page of a list with unchecked objects. Rows that are no objects or are nested too deeply are left out; `unreadable`
 * counts them.
 */
export interface RowsPage extends Omit<BytesPage, 'body'> {
  rows: unknown[];
  unreadable: number;
}

/** Where a download is written: a new file in a folder, a file handle (overwritten from its start, stays open) or a stream. */
export type DownloadTarget = string | FileHandle | WritableStream<Uint8Array>;
export interface DownloadOptions {
  into: DownloadTarget;
  /** File name to use instead of the name that the platform gives. It is made safe in the same way. */
  name?: string | undefined;
  /** Called about ten times a second, and at the end. `totalBytes` is null if the platform does not report it. */
  onProgress?: ((progress: { receivedBytes: number; totalBytes: number | null }) => void) | undefined;
  /** The download fails above this size; default 5 GB. */
  mostBytes?: number | undefined;
}
/** A finished download. `path` is set only for a target folder. `name` is a valid file name on every system. */
export interface SavedFile {
  path?: string;
  name: string;
  sizeBytes: number;
  /** In hexadecimal. */
  sha256: string;
  contentType: string;
}

/** An undecoded reply of any status, with secrets removed. `body` has at most 1 MB. */
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
 * Sends requests under the governor. Only the sender has the token.
 * The input is checked against the endpoint before anything is sent; `path` and `query` values are encoded.
 * Fails: always with `Failure`.
 */
export interface Send {
  /** The reply, decoded and checked. */
  <E extends Endpoint>(endpoint: E, input?: InputOf<E>, signal?: AbortSignal): Promise<ReplyOf<E>>;
  /** The decoded reply with status, headers and the number of unreadable rows. */
  answer<E extends Endpoint>(endpoint: E, input?: InputOf<E>, signal?: AbortSignal): Promise<Answer<ReplyOf<E>>>;
  /** One page as bytes, requested by input or by the `next` of the page before. */
  page(endpoint: Endpoint, at: CallInput | NextInput, signal?: AbortSignal): Promise<BytesPage>;
  /** The same page with its rows parsed, for callers that need only a few fields. */
  rows(endpoint: Endpoint, at: CallInput | NextInput, signal?: AbortSignal): Promise<RowsPage>;
  /**
   * Download a file or an archive as a stream. The file has the extension `.part` until it is complete, and is deleted
   * if the download fails.
   * Fails: `remote`/`connection-lost` if it ends early; `remote`/`too-large`; `invalid` with the field `into`.
   */
  bytes<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E> | undefined,
    to: DownloadOptions,
    signal?: AbortSignal,
  ): Promise<SavedFile>;
  /** The undecoded reply to a GET or HEAD with any status; sent once. Fails only if there is no reply. */
  raw<E extends Endpoint>(endpoint: E, input?: InputOf<E>, signal?: AbortSignal): Promise<RawAnswer>;
  /** Abort everything under way and close the sockets. */
  close(): Promise<void>;
}
export type ReplyOf<E> = E extends Endpoint<string, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;

/** One attempt to send a request, as reported to the request log and the connection state. */
export interface Attempt {
  at: number;
  /** The name of the endpoint. */
  endpoint: string;
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
  /** Epoch milliseconds until which the limit of the instance holds back all requests; null if it does not. */
  heldUntil: number | null;
}

/** The rate limit as reported by the platform; `resetAt` in epoch milliseconds. */
export interface Budget {
  limit: number;
  remaining: number;
  resetAt: number | null;
}
