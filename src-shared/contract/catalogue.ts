import { z } from 'zod';
import type { FailureData } from '#shared/errors.ts';
import { Exported } from './exported.ts';
import { command, epochMs, event, idsOf, query, Slice, windowOf } from './kit.ts';

/**
 * `pinned`: chosen by a person; `pasted` and `imported`: from a list; `harvested`: found in a reply; `discovered`:
 * returned by a probe.
 */
export const catalogueSources = ['pinned', 'pasted', 'imported', 'harvested', 'discovered'] as const;

/**
 * A known group or project. The documented API lists neither, so each profile has its own catalogue. `ref` is the `:id`
 * in requests, and `scope` (`group:42`) is where its rows are cached.
 */
export const CatalogueEntry = z.object({
  key: z.number().int(),
  kind: z.enum(['group', 'project']),
  ref: z.union([z.number().int(), z.string()]),
  scope: z.string(),
  id: z.number().int().nullable(),
  path: z.string().nullable(),
  name: z.string().nullable(),
  source: z.enum(catalogueSources),
  /** The collection of the reply in which a harvested entry was found. */
  sourceDetail: z.string().nullable(),
  isPinned: z.boolean(),
  firstSeenAt: epochMs,
  seenAt: epochMs,
  verifiedAt: epochMs.nullable(),
  /** The result of the last verification; null: never verified. */
  verdict: z.enum(['ok', 'denied', 'missing']).nullable(),
});
export type CatalogueEntry = z.infer<typeof CatalogueEntry>;

export const CatalogueQuery = z.object({
  search: z.string().default(''),
  kind: z.enum(['group', 'project']).optional(),
  isPinned: z.boolean().optional(),
  source: z.enum(catalogueSources).optional(),
  /** The result of the last verification; `unasked`: never verified. */
  verdict: z.enum(['ok', 'denied', 'missing', 'unasked']).optional(),
  /** Only entries below the group with this path. */
  below: z.string().optional(),
  sort: z
    .object({ by: z.enum(['path', 'id', 'seenAt', 'verifiedAt', 'source']), direction: z.enum(['asc', 'desc']) })
    .default({ by: 'path', direction: 'asc' }),
});
export type CatalogueQuery = z.input<typeof CatalogueQuery>;

/** The result of one line. `why`: the reason if the line is invalid. */
export const CatalogueLine = z.object({
  line: z.number().int(),
  text: z.string(),
  outcome: z.enum(['added', 'known', 'unread']),
  kind: z.enum(['group', 'project']).nullable(),
  /** The scope of the entry, for `get`; null if the line is invalid. */
  scope: z.string().nullable(),
  why: z.string().nullable(),
});
export type CatalogueLine = z.infer<typeof CatalogueLine>;

/**
 * The result of a pasted or imported list. `unread`: lines that are not an id, path or URL, with the reason. The counts
 * and `keys` cover all lines; `lines` and `unread` contain the first 1,000 each.
 */
export const CatalogueAdded = z.object({
  added: z.number(),
  known: z.number(),
  unreadCount: z.number(),
  unread: z.array(z.object({ line: z.number().int(), text: z.string(), why: z.string() })),
  lines: z.array(CatalogueLine),
  keys: z.array(z.number().int()),
});
export type CatalogueAdded = z.infer<typeof CatalogueAdded>;

/** The result of a request to an undocumented endpoint. `rows`: the groups or projects that it listed. */
export const CatalogueProbe = z.object({
  name: z.string(),
  endpoint: z.string(),
  outcome: z.enum(['offered', 'not-offered', 'unknown']),
  status: z.number().nullable(),
  reportedMessage: z.string().nullable(),
  /** A value that is not a list: the platform's version, or the username of the token's owner. */
  detail: z.string().nullable(),
  rows: z.number().nullable(),
  /** The endpoint has more rows than Reeve reads. */
  isCapped: z.boolean(),
  checkedAt: epochMs,
});
export type CatalogueProbe = z.infer<typeof CatalogueProbe>;

const Throttled = z.custom<FailureData>();

export const catalogue = {
  /** Pinned entries first. */
  list: query(z.object({ query: CatalogueQuery, slice: Slice }), windowOf(CatalogueEntry)),
  ids: idsOf(CatalogueQuery),
  /** By scope, with an id or a path; null if it is not in the catalogue. */
  get: query(z.object({ scope: z.string() }), CatalogueEntry.nullable()),
  summary: query(
    z.object({}).optional(),
    z.object({
      groups: z.number(),
      projects: z.number(),
      pinned: z.number(),
      /** Never verified, or denied or missing at the last verification. */
      unverified: z.number(),
      denied: z.number(),
      missing: z.number(),
      /** The last results of optional probes; empty: never requested. */
      probes: z.array(CatalogueProbe),
      revision: z.number(),
    }),
  ),
  /**
   * Ids, paths and URLs, separated by lines or commas. `auto` takes the kind from the address, else asks the platform.
   */
  add: command(
    z.object({ text: z.string().max(1_000_000), kind: z.enum(['group', 'project', 'auto']), isPinned: z.boolean() }),
    CatalogueAdded,
  ),
  pin: command(z.object({ keys: z.array(z.number().int()).max(5_000), isPinned: z.boolean() }), z.object({})),
  remove: command(z.object({ keys: z.array(z.number().int()).max(5_000) }), z.object({ removed: z.number() })),
  /** Undo a removal. */
  restore: command(z.object({ keys: z.array(z.number().int()).max(5_000) }), z.object({ restored: z.number() })),
  /**
   * Send one GET without side effects for each key. `stopped`: because of a long rate limit, the keys in `left` were
   * not verified; with the reason `endpoint-limit`, these are only groups or only projects.
   */
  verify: command(
    z.object({ keys: z.array(z.number().int()).max(500) }),
    z.object({
      ok: z.number(),
      denied: z.number(),
      missing: z.number(),
      stopped: z.object({ failure: Throttled, left: z.array(z.number()) }).nullable(),
    }),
    { remote: true },
  ),
  /**
   * Request endpoints that the documents do not name; a 403, 404 or 405 means "not offered here". `failure`: a long rate
   * limit, because of which some endpoints were skipped or read only in part. Earlier results are kept. After such a limit
   * or a failure, the next call requests only what is still missing.
   */
  discover: command(
    z.object({}),
    z.object({
      added: z.number(),
      offered: z.array(z.string()),
      notOffered: z.array(z.string()),
      failure: Throttled.nullable(),
    }),
    { remote: true },
  ),
  export: command(z.object({}), Exported),
  /** Import an exported file, or any CSV with the columns `kind` and `id` or `path`. */
  import: command(z.object({ text: z.string().max(16_000_000) }), CatalogueAdded),
  changed: event(z.object({ revision: z.number() })),
};
