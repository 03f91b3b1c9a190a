import { z } from 'zod';
import { epochMs, query } from './kit.ts';

/** A form's field: where it goes, whether it must be given, and what it may hold. */
export const EndpointField = z.object({
  /** `not[author_id]` for a field within a hash. */
  name: z.string(),
  place: z.enum(['path', 'query', 'body']),
  isRequired: z.boolean(),
  /**
   * `choice` has its `options`; `word` is a number or a word (`None`, `Any`); `list` is entered a value a line, `hash` as
   * `key=value` lines.
   */
  kind: z.enum(['text', 'number', 'word', 'boolean', 'choice', 'list', 'hash', 'file']),
  options: z.array(z.string()),
  isSecret: z.boolean(),
  /** What to use instead of it. */
  deprecated: z.string().nullable(),
});
export type EndpointField = z.infer<typeof EndpointField>;

/** An endpoint as Reeve's client knows it, for a person to read and to try. */
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
  /** Whether the same request may be sent twice without harm. */
  repeat: z.enum(['same', 'never']),
  exclusive: z.array(z.array(z.string())),
  fields: z.array(EndpointField),
});
export type EndpointRow = z.infer<typeof EndpointRow>;

/** What the documents mention without saying where it is. */
export const NotInApi = z.object({ doc: z.string(), what: z.string() });

/** One try: values by the names of the endpoint's fields. */
export const Trial = z.object({
  name: z.string(),
  path: z.record(z.string(), z.string()).default({}),
  query: z.record(z.string(), z.unknown()).default({}),
  /** Of a write, which `run` refuses and `curl` writes down. */
  body: z.record(z.string(), z.unknown()).default({}),
});
export type Trial = z.infer<typeof Trial>;

/** What came back, whatever the status. Secrets and the token are replaced before it leaves the core. */
export const TrialReply = z.object({
  request: z.object({ method: z.string(), url: z.string(), headers: z.record(z.string(), z.string()) }),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  /** The first megabyte, as text; null when it is none. */
  text: z.string().nullable(),
  /** What was received, a megabyte at most. */
  sizeBytes: z.number(),
  isTruncated: z.boolean(),
  ms: z.number(),
  sentAt: epochMs,
});
export type TrialReply = z.infer<typeof TrialReply>;

export const explorer = {
  endpoints: query(z.object({}).optional(), z.object({ endpoints: z.array(EndpointRow), notInApi: z.array(NotInApi) })),
  /** Send a GET or HEAD. Writes are refused here: they go through a plan. */
  run: query(Trial, TrialReply, { remote: true }),
  /** The same request for a terminal, the token as `$REEVE_TOKEN`. */
  curl: query(Trial, z.object({ text: z.string() })),
};
