import { z } from 'zod';
import { ExportedRows } from './exported.ts';
import {
  aged,
  Changed,
  command,
  detailOf,
  epochMs,
  event,
  query,
  refresh,
  Slice,
  type Aged,
  type Detail,
  type Window,
} from './kit.ts';

/**
 * Where rows live: `''` the whole instance, `group:42`, `project:7`; a path stands for an id that is not known
 * (`group:corp/platform`). The part after the colon goes into a request as `:id`.
 */
export const Scope = z.string().regex(/^$|^(group|project):.+/);
export type Scope = z.infer<typeof Scope>;

/** A row of a list, with where it was read. `key` names it within its stem on this machine, whatever its scope. */
export const scoped = <R extends z.ZodType>(row: R) => aged(row).extend({ key: z.number().int(), scope: Scope });
export interface Scoped<R> extends Aged<R> {
  key: number;
  scope: Scope;
}
export interface ScopedWindow<R> extends Omit<Window<R>, 'rows'> {
  rows: Scoped<R>[];
  /** Of a list with filters that only the platform answers: those that are set. */
  serverFilters?: ServerFilterAge[];
}

/**
 * Where a filter is evaluated: `local` over the cached rows; `administrator` locally too, but only in rows of the
 * administrator view; `server` by the platform alone, whose answer (a set of ids) is cached with its age.
 */
export type FilterSide = 'local' | 'administrator' | 'server';

/** A filter of the side `server` in a query: `fetchedAt` null when its ids were never fetched, so that it shows nothing yet. */
export const ServerFilterAge = z.object({ name: z.string(), fetchedAt: epochMs.nullable() });
export type ServerFilterAge = z.infer<typeof ServerFilterAge>;

/** One row with the ages of its list and its details; `key` null: the list has no such row (yet). */
export const scopedDetail = <R extends z.ZodType>(row: R) =>
  detailOf(row).unwrap().extend({ key: z.number().int().nullable() }).nullable();
export type ScopedDetail<R> = (NonNullable<Detail<R>> & { key: number | null }) | null;

/** What a table shows. `scope` null: every scope that is cached. */
export interface ListQuery<F = Record<string, unknown>, S extends string = string> {
  scope: Scope | null;
  search: string;
  filter: F;
  sort: { by: S; direction: 'asc' | 'desc' };
  gone: 'hide' | 'show' | 'only';
}

/** Rows chosen: by key, or everything that matches but some. The window never holds the keys of a whole list. */
export type Selection<Q = ListQuery> = { kind: 'ids'; ids: number[] } | { kind: 'all'; query: Q; except: number[] };

/**
 * What is known of a list. `completedAt`: end of the last pass that covered all of it; null: never. `counts`: live rows
 * by the values of the fields that the stem counts, for instance `{ status: { online: 12 } }`. `view`, where an
 * administrator's token is told more: `administrator` when the rows carry those fields.
 */
export const ListSummary = z.object({
  live: z.number(),
  gone: z.number(),
  completedAt: epochMs.nullable(),
  unreadable: z.number(),
  counts: z.record(z.string(), z.record(z.string(), z.number())),
  view: z.enum(['administrator', 'public', 'unknown']).optional(),
});
export type ListSummary = z.infer<typeof ListSummary>;

export const copyFormats = ['json', 'csv', 'markdown', 'curl', 'id'] as const;

/**
 * The verbs of a stem that is a list: answered from the cache, offline too. `filters` are evaluated locally; `sorts`
 * are columns of the cache, the first one in ascending order is the default.
 */
export function collection<R extends z.ZodType, F extends z.ZodObject, const S extends readonly [string, ...string[]]>({
  row,
  filter,
  sorts,
}: {
  row: R;
  filter: F;
  sorts: S;
}) {
  const Query = z.object({
    scope: Scope.nullable(),
    search: z.string().default(''),
    filter: filter.default({} as never),
    sort: z
      .object({ by: z.enum(sorts), direction: z.enum(['asc', 'desc']) })
      .default({ by: sorts[0], direction: 'asc' } as never),
    /** Rows that the platform no longer lists: left out, shown too, or alone. */
    gone: z.enum(['hide', 'show', 'only']).default('hide'),
  });
  const Chosen = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ids'), ids: z.array(z.number().int()).max(5_000) }),
    z.object({ kind: z.literal('all'), query: Query, except: z.array(z.number().int()).max(5_000) }),
  ]);
  const Columns = z.array(z.string()).max(80);
  return {
    list: query(
      z.object({ query: Query, slice: Slice }),
      z.object({
        total: z.number(),
        isCapped: z.boolean(),
        from: z.number(),
        rows: z.array(scoped(row)),
        revision: z.number(),
        queryMs: z.number(),
      }),
    ),
    /** One row, merged from list and details. */
    get: query(z.object({ scope: Scope, id: z.number().int() }), scopedDetail(row)),
    summary: query(z.object({ scope: Scope.nullable() }), ListSummary),
    /** Keys in the order of the query, for a range picked with Shift (at most 5,000). */
    ids: query(
      z.object({ query: Query, from: z.number().int().min(0), count: z.number().int().min(1).max(5_000) }),
      z.object({ ids: z.array(z.number()) }),
    ),
    /** One row from the platform into the cache. Whole lists are read by `jobs.crawl`. */
    refresh: refresh(z.object({ scope: Scope, id: z.number().int(), maxAgeMs: z.number().optional() })),
    /** The selection as text for the clipboard, at most 5,000 rows. */
    copy: query(
      z.object({ selection: Chosen, format: z.enum(copyFormats), columns: Columns }),
      z.object({ text: z.string(), rows: z.number(), leftOut: z.number() }),
    ),
    /** Write the selection into a CSV file, with a manifest. */
    export: command(z.object({ selection: Chosen, columns: Columns }), ExportedRows),
    /** `ids` are keys. */
    changed: event(Changed),
  };
}

/** The scope's kind and what goes into a path as `:id`; null for the whole instance. */
export function readScope(scope: Scope): { kind: 'group' | 'project'; ref: number | string } | null {
  const [kind, ...rest] = scope.split(':');
  const ref = rest.join(':');
  if (kind !== 'group' && kind !== 'project') return null;
  return { kind, ref: /^\d+$/.test(ref) ? Number(ref) : ref };
}
