import type { Reason } from '#shared/errors.ts';
import { z } from 'zod';
import { offsetPaging } from './client/wire/paging.ts';
import type { Ceiling, DialectRules, Endpoint, LimitName, Method, ReplyKind, Undo, Upload } from './types.ts';

type PathOfSpec<S extends string> = S extends `${Method} ${infer P}` ? P : never;
type MethodOfSpec<S extends string> = S extends `${infer M extends Method} ${string}` ? M : never;

interface Facts<Q extends z.ZodType, R extends z.ZodType> {
  query?: Q;
  /** Omitted if the reply has no useful body. */
  reply?: R;
  paging?: 'offset' | 'keyset';
  mostPerPage?: number;
  isWholeWithoutHeaders?: boolean;
  repeat?: 'same' | 'never';
  role?: string;
  tier?: string;
  /** Path, query or body fields that are never shown or stored. */
  secrets?: readonly string[];
  exclusive?: readonly (readonly string[])[];
  requires?: readonly (readonly [string, string])[];
  opposites?: readonly (readonly [string, string])[];
  perDialect?: DialectRules;
  limit?: LimitName;
  ceiling?: Ceiling;
  /** What a 404 means, unless its message names a parent such as the group. */
  missing?: Reason;
  /** The platform calls another service: 401 and 429 are about the tokens and limits of that service. */
  isExternal?: boolean;
  /** Another spelling of the path, for platforms that have no route for the first. */
  otherPath?: string;
  /** Field → what to use instead. */
  deprecated?: Readonly<Record<string, string>>;
  /** Document and line: `'3:91'`. */
  doc: string;
}
interface WriteFacts<Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> extends Facts<Q, R> {
  body?: B;
  bodyKind?: 'json' | 'multipart';
  mostEntries?: { field: string; count: number };
  /** The field that can contain a file in Base64. */
  contentField?: string;
  undo: Undo;
}

/**
 * One endpoint as a line of data. A write does not compile without `undo`. By default, every method except POST may be
 * repeated.
 */
export function endpoint<
  const S extends `${'GET' | 'HEAD'} /${string}`,
  Q extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodUndefined,
>(spec: S, facts: Facts<Q, R>): Endpoint<PathOfSpec<S>, Q, z.ZodUndefined, R, MethodOfSpec<S>>;
export function endpoint<
  const S extends `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodUndefined,
>(spec: S, facts: WriteFacts<Q, B, R>): Endpoint<PathOfSpec<S>, Q, B, R, MethodOfSpec<S>>;
export function endpoint(
  spec: string,
  facts: Partial<WriteFacts<z.ZodType, z.ZodType, z.ZodType>> & { doc: string },
): Endpoint {
  const [method, path] = spec.split(' ') as [Method, string];
  return {
    name: '',
    method,
    path,
    query: facts.query ?? null,
    body: facts.body ?? null,
    bodyKind: facts.bodyKind ?? 'json',
    contentField: facts.contentField,
    reply: facts.reply ?? null,
    replyKind: method === 'HEAD' ? 'headers' : replyKindOf(facts.reply),
    paging: facts.paging ?? 'none',
    mostPerPage: facts.mostPerPage,
    mostEntries: facts.mostEntries,
    isWholeWithoutHeaders: facts.isWholeWithoutHeaders,
    repeat: facts.repeat ?? (method === 'POST' ? 'never' : 'same'),
    undo: facts.undo ?? null,
    role: facts.role ?? null,
    tier: facts.tier ?? null,
    secrets: facts.secrets ?? [],
    exclusive: facts.exclusive ?? [],
    requires: facts.requires,
    opposites: facts.opposites,
    perDialect: facts.perDialect,
    limit: facts.limit,
    ceiling: facts.ceiling,
    missing: facts.missing,
    isExternal: facts.isExternal,
    otherPath: facts.otherPath,
    deprecated: facts.deprecated ?? {},
    doc: facts.doc,
  };
}

/** `endpoint` for several endpoints with the same role, tier and so on. An endpoint can have others. */
export function endpointWith(common: Pick<Facts<never, never>, 'role' | 'tier' | 'missing' | 'secrets'>) {
  return ((spec: `GET /${string}`, facts: Facts<z.ZodType, z.ZodType>) =>
    endpoint(spec, { ...common, ...facts })) as typeof endpoint;
}

/** The endpoints of one resource, each with its name `resource.verb`. */
export function table<const S extends string, T extends Record<string, Endpoint>>(resource: S, verbs: T): Table<S, T> {
  const named = Object.entries(verbs).map(([verb, one]) => [verb, { ...one, name: `${resource}.${verb}` }]);
  return Object.fromEntries(named) as Table<S, T>;
}
type Table<S extends string, T> = { readonly [V in keyof T & string]: T[V] & { readonly name: `${S}.${V}` } };

/** The reply of a list. Rows are read one by one; an unreadable row is left out and counted. */
export const rowsOf = <R extends z.ZodType>(row: R): z.ZodArray<R> => z.array(row);

/** The query, the reply and the paging of a list with numbered pages. `query`: its query fields besides those of the pages. */
export function paged<R extends z.ZodType>(row: R): Paged<R, z.ZodObject<typeof offsetPaging>>;
export function paged<R extends z.ZodType, S extends z.core.$ZodLooseShape, C extends z.core.$ZodObjectConfig>(
  row: R,
  query: z.ZodObject<S, C>,
): Paged<R, z.ZodObject<z.util.Extend<S, typeof offsetPaging>, C>>;
export function paged(row: z.ZodType, query = z.object({})): Paged<z.ZodType, z.ZodObject> {
  return { query: query.extend(offsetPaging), reply: rowsOf(row), paging: 'offset' };
}
interface Paged<R extends z.ZodType, Q extends z.ZodType> {
  query: Q;
  reply: z.ZodArray<R>;
  paging: 'offset';
}

/** The reply of a HEAD: header names in lower case, the dialect's prefix already replaced by `x-service-`. */
export const headers = z.record(z.string(), z.string());

const servicePrefix = 'x-service-';

/** The reply of a HEAD whose `X-Service-*` headers are the fields of a resource: `x-service-blob-id` is `blob_id`. */
export function serviceHeaders<S extends z.ZodObject>(schema: S): z.ZodPreprocess<S> {
  return z.preprocess((all) => {
    const own = Object.entries(headers.parse(all)).filter(([name]) => name.startsWith(servicePrefix));
    return Object.fromEntries(
      own.map(([name, value]) => [name.slice(servicePrefix.length).replaceAll('-', '_'), value]),
    );
  }, schema);
}

/** The reply of a download. */
export const bytes = z.instanceof(ArrayBuffer);

/** A file in a multipart body. */
export const upload = z.custom<Upload>(
  (value) =>
    typeof value === 'object' && value !== null && 'open' in value && 'sizeBytes' in value && 'fileName' in value,
  'not a file to upload',
);

/**
 * Undo restores everything. `leaves`: what the write and its undo leave behind on the platform, as a clause. `needs`: the
 * role for the undo if it is higher than the role for the write, as a clause.
 */
export const exact = (leaves?: string, needs?: string): Undo => ({ kind: 'exact', leaves, needs });
/** Undo restores everything except some of `what`. */
export const lossy = (...what: readonly [string, ...string[]]): Undo => ({ kind: 'lossy', what });
/** The write can't be undone, for this reason. */
export const none = (why: string): Undo => ({ kind: 'none', why });

function replyKindOf(reply: z.ZodType | undefined): ReplyKind {
  if (reply === undefined) return 'empty';
  if (reply === bytes) return 'bytes';
  return reply instanceof z.ZodArray ? 'rows' : 'json';
}
