import { z } from 'zod';
import { epochMs, query } from './kit.ts';
import { Dialect } from './profiles.ts';

/** A field of the form of an endpoint: its place in the request, whether it is required, and its values. */
export const EndpointField = z.object({
  /** `not[author_id]` for a field of a nested object. */
  name: z.string(),
  place: z.enum(['path', 'query', 'body']),
  isRequired: z.boolean(),
  /**
   * `choice` has `options`; `word` is a number or a keyword (`None`, `Any`); `list` has one value per line, `hash` has
   * lines of `key=value`.
   */
  kind: z.enum(['text', 'number', 'word', 'boolean', 'choice', 'list', 'hash', 'file']),
  options: z.array(z.string()),
  isSecret: z.boolean(),
  /** What replaces the deprecated field. */
  deprecated: z.string().nullable(),
});
export type EndpointField = z.infer<typeof EndpointField>;

/** An endpoint of the client, as the explorer shows it. */
export const EndpointRow = z.object({
  name: z.string(),
  method: z.string(),
  path: z.string(),
  /** Document and line. */
  doc: z.string(),
  role: z.string().nullable(),
  tier: z.string().nullable(),
  paging: z.string(),
  /** Null for reads. */
  undo: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('exact') }),
      z.object({ kind: z.literal('lossy'), what: z.array(z.string()) }),
      z.object({ kind: z.literal('none'), why: z.string() }),
    ])
    .nullable(),
  /** Whether the request may be sent twice. */
  repeat: z.enum(['same', 'never']),
  exclusive: z.array(z.array(z.string())),
  fields: z.array(EndpointField),
});
export type EndpointRow = z.infer<typeof EndpointRow>;

/** Endpoints that the documents mention without a path. */
export const NotInApi = z.object({ doc: z.string(), what: z.string() });

/** A request in the explorer: values by field name. */
export const Trial = z.object({
  name: z.string(),
  path: z.record(z.string(), z.string()).default({}),
  query: z.record(z.string(), z.unknown()).default({}),
  /** The body of a write. `run` refuses writes; `curl` includes the body. */
  body: z.record(z.string(), z.unknown()).default({}),
});
export type Trial = z.infer<typeof Trial>;

/** The reply, whatever its status. Secrets and the token are replaced before it leaves the core. */
export const TrialReply = z.object({
  request: z.object({ method: z.string(), url: z.string(), headers: z.record(z.string(), z.string()) }),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  /** The first megabyte as text; null if it is not text. */
  text: z.string().nullable(),
  /** Received bytes, at most one megabyte. */
  sizeBytes: z.number(),
  isTruncated: z.boolean(),
  ms: z.number(),
  sentAt: epochMs,
});
export type TrialReply = z.infer<typeof TrialReply>;

export const explorer = {
  /** With the fields and choices for instances of a dialect. */
  endpoints: query(
    z.object({ dialect: Dialect.default('documented') }).optional(),
    z.object({ endpoints: z.array(EndpointRow), notInApi: z.array(NotInApi) }),
  ),
  /** Send a GET or HEAD. Writes are refused, because they need a plan. */
  run: query(Trial, TrialReply, { remote: true }),
  /** The request as a curl command, with the token as `$REEVE_TOKEN`. */
  curl: query(Trial, z.object({ text: z.string() })),
};
