import type { Failure } from '#shared/errors.ts';
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
> {
  readonly name: string;
  readonly method: Method;
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
  /** Names of query or body fields of which at most one may be given; a `false` counts as not given. */
  readonly exclusive: readonly (readonly string[])[];
  /** Pairs of which the first means nothing without the second. */
  readonly requires?: readonly (readonly [string, string])[] | undefined;
  /** A documented rate limit of its own, beside the instance's (see `limits.ts`). */
  readonly limit?: LimitName | undefined;
  readonly deprecated: Readonly<Record<string, string>>;
  readonly doc: string;
}

/** What a call of an endpoint takes. */
export interface CallInput {
  path?: Record<string, string | number> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** Size of the file about to be read, where the caller knows it: over 10 MB the platform counts it (document 1:243). */
  expectBytes?: number | undefined;
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
      : PathInput<P> & FieldInput<'query', Q> & FieldInput<'body', B> & { expectBytes?: number | undefined }
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
  ms: number;
}

/** One page of a list as bytes, for the store worker. `next` is the platform's own link, already checked for its origin. */
export interface BytesPage {
  body: ArrayBuffer;
  next: string | null;
  total: number | null;
  roundTripMs: number;
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
  page(endpoint: Endpoint, at: CallInput | { next: string }, signal?: AbortSignal): Promise<BytesPage>;
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
}

/** What the platform told of its rate limit; `resetAt` in epoch milliseconds. */
export interface Budget {
  limit: number;
  remaining: number;
  resetAt: number | null;
}
