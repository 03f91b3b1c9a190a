import { z } from 'zod';
import type { FailureData } from '#shared/errors.ts';
import { Exported } from './exported.ts';
import { command, epochMs, event, query, Slice } from './kit.ts';

/** `pinned`: chosen by a person; `pasted` and `imported`: from a list; `harvested`: named by a reply; `discovered`: by a probe. */
export const catalogueSources = ['pinned', 'pasted', 'imported', 'harvested', 'discovered'] as const;

/**
 * A group or a project that Reeve knows of. The platform lists neither, so this is Reeve's own memory, per profile.
 * `ref` is what goes into a request as `:id`, and `scope` (`group:42`) is where its rows are cached.
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
  /** What named it, for a harvested one: a stem. */
  sourceDetail: z.string().nullable(),
  isPinned: z.boolean(),
  firstSeenAt: epochMs,
  seenAt: epochMs,
  verifiedAt: epochMs.nullable(),
  /** What the last verifying GET said; null: never asked. */
  verdict: z.enum(['ok', 'denied', 'missing']).nullable(),
});
export type CatalogueEntry = z.infer<typeof CatalogueEntry>;

export const CatalogueQuery = z.object({
  search: z.string().default(''),
  kind: z.enum(['group', 'project']).optional(),
  isPinned: z.boolean().optional(),
  source: z.enum(catalogueSources).optional(),
  /** What the last verification said; `unasked`: there was none. */
  verdict: z.enum(['ok', 'denied', 'missing', 'unasked']).optional(),
  /** Only what lies below the group of this path. */
  below: z.string().optional(),
  sort: z
    .object({ by: z.enum(['path', 'id', 'seenAt', 'verifiedAt', 'source']), direction: z.enum(['asc', 'desc']) })
    .default({ by: 'path', direction: 'asc' }),
});
export type CatalogueQuery = z.input<typeof CatalogueQuery>;

/** What became of one line of a list. `why`: the reason, for a person, of one that was not read. */
export const CatalogueLine = z.object({
  line: z.number().int(),
  text: z.string(),
  outcome: z.enum(['added', 'known', 'unread']),
  kind: z.enum(['group', 'project']).nullable(),
  /** Where the entry is found with `get`; null of one that was not read. */
  scope: z.string().nullable(),
  why: z.string().nullable(),
});
export type CatalogueLine = z.infer<typeof CatalogueLine>;

/**
 * What became of a pasted or imported list; `unread` tells line and reason of what is no id, path or URL. The counts
 * and `keys` are of all lines, `lines` and `unread` hold the first 1,000 each.
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

/** An endpoint that the documents do not name, and what asking it told; `rows`: groups or projects that it listed. */
export const CatalogueProbe = z.object({
  name: z.string(),
  endpoint: z.string(),
  outcome: z.enum(['offered', 'not-offered', 'unknown']),
  status: z.number().nullable(),
  said: z.string().nullable(),
  /** What it told beside a list: the platform's version, the username of the token's owner. */
  detail: z.string().nullable(),
  rows: z.number().nullable(),
  /** More rows than Reeve takes from one probe. */
  isCapped: z.boolean(),
  checkedAt: epochMs,
});
export type CatalogueProbe = z.infer<typeof CatalogueProbe>;

const Throttled = z.custom<FailureData>();

export const catalogue = {
  /** Pinned ones first. */
  list: query(
    z.object({ query: CatalogueQuery, slice: Slice }),
    z.object({
      total: z.number(),
      isCapped: z.boolean(),
      from: z.number(),
      rows: z.array(CatalogueEntry),
      revision: z.number(),
      queryMs: z.number(),
    }),
  ),
  ids: query(
    z.object({ query: CatalogueQuery, from: z.number().int().min(0), count: z.number().int().min(1).max(5_000) }),
    z.object({ ids: z.array(z.number()) }),
  ),
  /** By scope, with an id or a path; null when it is not in the catalogue (any more). */
  get: query(z.object({ scope: z.string() }), CatalogueEntry.nullable()),
  summary: query(
    z.object({}).optional(),
    z.object({
      groups: z.number(),
      projects: z.number(),
      pinned: z.number(),
      /** Never asked, or refused, or missing at the last verification. */
      unverified: z.number(),
      denied: z.number(),
      missing: z.number(),
      /** What optional probes told last; empty: never asked. */
      probes: z.array(CatalogueProbe),
      revision: z.number(),
    }),
  ),
  /**
   * Ids, paths and URLs, one a line or with commas between. `auto` finds the kind out from the
   * address, else by asking the platform at once.
   */
  add: command(
    z.object({ text: z.string().max(1_000_000), kind: z.enum(['group', 'project', 'auto']), isPinned: z.boolean() }),
    CatalogueAdded,
  ),
  pin: command(z.object({ keys: z.array(z.number().int()).max(5_000), isPinned: z.boolean() }), z.object({})),
  remove: command(z.object({ keys: z.array(z.number().int()).max(5_000) }), z.object({ removed: z.number() })),
  /** Take a removal back. */
  restore: command(z.object({ keys: z.array(z.number().int()).max(5_000) }), z.object({ restored: z.number() })),
  /**
   * Send one harmless GET for each key. `stopped`: because of a long rate limit, the keys in `left` were not verified; with
   * the reason `endpoint-limit`, these are only groups or only projects.
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
  /** The text of such a file, or any CSV with the columns kind and id or path. */
  import: command(z.object({ text: z.string().max(16_000_000) }), CatalogueAdded),
  changed: event(z.object({ revision: z.number() })),
};
