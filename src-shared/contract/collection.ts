import { z } from 'zod';
import type { Column, ColumnsOf, Field, FilterSide, Name, Sortable, Where } from './columns.ts';
import { CoverageRefusal } from './coverage.ts';
import { ExportedRows, ExportFormat } from './exported.ts';
import { FilterValues } from './filter-values.ts';
import {
  aged,
  Changed,
  command,
  detailOf,
  epochMs,
  event,
  idsOf,
  query,
  refresh,
  Slice,
  type Section,
  windowOf,
  Scope,
} from './kit.ts';
import type { PlaceKind, ScopeKind } from './scope.ts';
import { days } from '#shared/time.ts';

/** The key of a row on the platform, unique within its scope. 7, `'7'` and `'007'` are three keys. */
export const Key = z.union([z.number().int(), z.string().min(1)]);
export type Key = z.infer<typeof Key>;

/** A row of a list with its scope. `key` is a local number that is unique in the collection, over all scopes. */
export const scoped = <R extends z.ZodType>(row: R) => aged(row).extend({ key: z.number().int(), scope: Scope });
export type Scoped<R> = z.infer<ReturnType<typeof scoped<z.ZodType<R>>>>;

/**
 * A filter that the platform evaluates. `fetchedAt` null: its ids were never fetched, so no row matches yet.
 * `matchesAll`: every cached row matches, so the platform may have ignored the filter.
 */
export const ServerFilterAge = z.object({
  name: z.string(),
  fetchedAt: epochMs.nullable(),
  matchesAll: z.boolean().optional(),
});
export type ServerFilterAge = z.infer<typeof ServerFilterAge>;

/** One row with the ages of its list and its details; `key` null: the list does not contain the row. */
export const scopedDetail = <R extends z.ZodType>(row: R) =>
  detailOf(row).unwrap().extend({ key: z.number().int().nullable() }).nullable();
export type ScopedDetail<R> = z.infer<ReturnType<typeof scopedDetail<z.ZodType<R>>>>;

/**
 * The state of a cached list. `completedAt`: the end of the last complete sync; null: never. `counts`: existing rows by
 * the values of the counted fields: `{ status: { online: 12 } }`. `view`: only for lists that return more fields to
 * administrators; `administrator` if the rows have these fields.
 */
export const ListSummary = z.object({
  live: z.number(),
  notReturned: z.number(),
  completedAt: epochMs.nullable(),
  unreadable: z.number(),
  /** For collections with details: when the oldest details of its rows were fetched; null: it has none. */
  detailsFetchedAt: epochMs.nullable().optional(),
  /** For rows that are synced with another scope: that scope, which `completedAt` is about. Null: never synced. */
  syncedIn: Scope.nullable().optional(),
  /** Since when the token can no longer see this scope, the newest refusal of a sync, and the number of refused places. */
  hiddenSince: epochMs.optional(),
  ...{ refusal: CoverageRefusal.optional(), refusedPlaces: z.number().optional() },
  counts: z.record(z.string(), z.record(z.string(), z.number())),
  view: z.enum(['administrator', 'public', 'unknown']).optional(),
});
export type ListSummary = z.infer<typeof ListSummary>;

export const copyFormats = ['json', 'csv', 'markdown', 'curl', 'id', 'email'] as const;

type ColumnName<C> = keyof C & string;
/** Columns of kind `moment` whose field has the same name. */
type MomentField<C> = { [K in ColumnName<C>]: 'moment' extends C[K] ? K : never }[ColumnName<C>];

/** The values of some filters, by name. */
type OfFilters<F, V> = Readonly<string extends Name<F> ? Record<string, V> : Partial<Record<Name<F>, V>>>;

type Get = `GET /${string}`;

/**
 * How a list is kept fresh. `requests`: the estimated number of one sync. `isNightly`: once in the night instead of at
 * an interval.
 */
export interface KeptFresh {
  everyMs: number;
  requests: number;
  isNightly?: boolean;
}
/** Once in every night. */
export const nightly = (requests: number): KeptFresh => ({ everyMs: days(1), requests, isNightly: true });

/** What the setup of an instance syncs of a collection. */
export interface SetupPart {
  /**
   * The steps are in ascending order: those that sync a list of the instance, then the search for groups and projects,
   * then all others.
   */
  position: number;
  /** The scopes whose lists it syncs. Default: instance, groups and projects. */
  scopes?: readonly ScopeKind[];
  /** Only groups without a parent have this list. */
  isTopLevelOnly?: boolean;
  /** Requests of one place, for the estimate. Default: 1. */
  requestsPerPlace?: number;
  /** The details of the rows of the instance are requested, too. */
  hasDetails?: boolean;
  /** It belongs to the choice `essentials`. */
  isEssential?: boolean;
  /** The role that its list of a group or project requires. */
  role?: 'owner' | 'maintainer';
}

/** The declaration of a collection: rows R, columns C, filters F, field groups G, and the key field K. */
interface Declared<R extends z.ZodObject, C, F extends z.ZodObject, G, K> {
  /** A row, with the fields of its list and of its details. Unknown fields are kept. */
  row: R;
  /** The schema that a row of a list must match to be stored, if it is weaker than `row`. */
  leastRow?: z.ZodObject;
  /**
   * The request of its list in each scope that has one: method and path of the documents, in which `:id` is the group or
   * project, and the parameter after it the place below the project.
   * If there are several, the next one is sent when the token is not allowed to send the one before. Null: no request
   * lists the rows of this scope.
   */
  lists: Partial<Record<ScopeKind, Get | readonly Get[] | null>>;
  /** Parameters that each request of the list has. */
  query?: Readonly<Record<string, string | number | boolean>>;
  /** The field for incremental syncs after a full sync, such as `updated_at`. Requests must accept its time and order. */
  incremental?: MomentField<C>;
  /** Only about this many rows of the list are synced, and none is ever marked as not returned. */
  mostRows?: number;
  /** The field with the key of a row. */
  key?: K & Name<R>;
  /** The request of one row; the last parameter of its path is the row's key. Absent: the row is searched in the list. */
  one?: Get | Partial<Record<ScopeKind, Get>>;
  /** The display name of a row: the first of these fields that has a text. */
  title: Field<R> | readonly Field<R>[];
  /** The field that distinguishes rows with the same title. */
  about?: Field<R>;
  /**
   * For rows that have their own lists, such as the notes of an issue: the kind of place below the project, and the
   * field with its ID in the scope. `project`: the field with the ID of the project, for lists of several projects.
   */
  place?: { kind: PlaceKind; id: Name<R>; project?: Name<R> };
  /** The column with the ID of the job that made a row. The artifacts of these jobs are known lists. */
  jobColumn?: ColumnName<C>;
  /** The columns for filters and sorting. By default, rows are sorted by the first one, ascending. */
  columns: C;
  /** The initial order of a page. Default: the first column, ascending. */
  order?: { by: ColumnName<C>; direction: 'asc' | 'desc' };
  /** The fields of the side panel in groups, for a page that is made from the declaration. */
  groups?: G;
  /** Fields whose texts are searched. */
  searched: readonly Field<R>[];
  /**
   * Whether the searched texts of a row are often longer than 256 bytes, for instance a description. All texts are
   * scanned in memory. Long texts also have a full-text index, for texts that do not fit into memory.
   * Decision: build/decisions/0024-search-without-an-index.md
   */
  hasLongTexts?: boolean;
  /** Columns of each index. Default: one for the first column. */
  indexes?: readonly (readonly ColumnName<C>[])[];
  /** Columns whose values are counted in the summary. */
  counted?: readonly ColumnName<C>[];
  /** Filters by name. */
  filter?: F;
  /** The filters that compare one column. */
  where?: string extends Name<F>
    ? Readonly<Record<string, Where>>
    : {
        [N in Name<F>]?: N extends keyof C ? Where<ColumnName<C> | 'id'> : Exclude<Where<ColumnName<C> | 'id'>, string>;
      };
  /** The column that contains the values of a text filter, for filters that `where` does not compare with a column. */
  valueColumns?: OfFilters<F, ColumnName<C>>;
  /** Filters that are not evaluated over all cached rows. */
  sides?: OfFilters<F, FilterSide>;
  /** The column that a filter of the side `server-without-column` needs. */
  neededColumns?: OfFilters<F, ColumnName<C>>;
  /** The values of a filter of the side `server-for-some-values` that only the platform can evaluate. */
  serverValues?: OfFilters<F, readonly string[]>;
  /** The parameter of a filter in requests, if it has another name. `not.author_id` is a field of the hash `not`. */
  asked?: OfFilters<F, string>;
  /** Further parameters that a request with this filter must have. */
  askedWith?: OfFilters<F, Readonly<Record<string, string | readonly string[]>>>;
  /** A column that has values only if the rows come from an administrator's token. */
  administratorColumn?: ColumnName<C>;
  /** Fields that change by themselves or differ between scopes. A new value does not count as a change of the row. */
  volatile?: readonly Field<R>[];
  /**
   * The platform deletes its rows after some days. So a row that is no longer returned does not count as deleted, and
   * each row is archived with the time at which a sync first returned it (`first_seen_at`).
   */
  expires?: 'first_seen_at' extends Name<R> ? boolean : never;
  /** Rows have more fields when they are read one by one; a job does that for all rows of a scope. */
  hasDetails?: boolean;
  /**
   * How its list is synced: page by page, or in parallel windows of creation time. Windows require a list of the whole
   * instance with keyset paging; its rows are addressed by their id alone.
   */
  sync?: 'pages' | 'windows';
  /** Rows with the same key in several scopes are the same row. */
  isSameInAllScopes?: boolean;
  /** Rows of the instance or of a group apply to all below, so a pin of a group or project also contains the rows above. */
  appliesToProjects?: boolean;
  /**
   * A row is stored once, by its key, and shown in its project. The cache stores which scopes returned it. No request
   * lists the rows of a single project, so `lists.project` is null.
   * Decision: build/decisions/0021-synced-place-and-shown-place.md
   */
  isStoredOnce?: 'web_url' extends Name<R> ? boolean : never;
  /** How often its lists are synced without a person's request. Absent: only when a person asks for them. */
  kept?: KeptFresh;
  /** Its part in the setup of an instance. Absent: it has none. */
  setup?: SetupPart;
  /**
   * The fields whose changes the history records, see `recordedFields`: `also` in addition to the default, `not` of the
   * default. False: the collection has no current state, so nothing is recorded.
   */
  recorded?: false | { also?: readonly Field<R>[]; not?: readonly Field<R>[] };
  /** The palette finds its rows. */
  isInPalette?: boolean;
  /** The sidebar and the overview show how many rows are cached. */
  isCounted?: boolean;
}

/** The declaration of a collection. Tables, sync, search, exports and pages are made from it. */
export type Declaration = AnyDeclared & Required<Pick<AnyDeclared, Defaulted>> & { title: readonly string[] };
type Defaulted = keyof typeof defaults | 'key' | 'indexes' | 'groups' | 'filter';
type AnyDeclared = Declared<
  z.ZodObject,
  Readonly<Record<string, Column>>,
  z.ZodObject,
  Readonly<Record<string, readonly string[]>>,
  string
>;

/**
 * Declare a collection. `verbs`: its verbs in addition to those of every collection.
 * Decision: build/decisions/0019-a-collection-is-declared-once.md
 */
export function collection<
  R extends z.ZodObject,
  const C extends ColumnsOf<R, C>,
  F extends z.ZodObject = z.ZodObject<Record<never, never>>,
  V extends Section = Record<never, never>,
  const G extends Readonly<Record<string, readonly Name<R>[]>> = Record<never, never>,
  const K extends string = 'id',
>(declared: Declared<R, C, F, G, K> & { verbs?: V }) {
  const { row, columns, filter = z.object({}) as unknown as F } = declared;
  const names = Object.keys(columns);
  const sorts = [...names.filter((name) => isSortable(columns[name as keyof C] as Column)), 'id'];
  return {
    ...defaults,
    ...declared,
    key: declared.key ?? ('id' as K),
    title: typeof declared.title === 'string' ? [declared.title] : declared.title,
    indexes: declared.indexes ?? [names.slice(0, 1)],
    groups: declared.groups ?? ({} as G),
    filter,
    verbs: {
      ...verbsOf(row, filter, sorts as [Sortable<C> | 'id']),
      ...(declared.verbs ?? ({} as V)),
    },
  };
}

const defaults = {
  hasLongTexts: false,
  counted: [],
  where: {},
  valueColumns: {},
  sides: {},
  neededColumns: {},
  serverValues: {},
  asked: {},
  askedWith: {},
  volatile: [],
  expires: false,
  hasDetails: false,
  sync: 'pages' as const,
  isSameInAllScopes: false,
  appliesToProjects: false,
  isStoredOnce: false,
  recorded: {},
  isInPalette: true,
  isCounted: true,
};

export function isSortable(column: Column): boolean {
  const as = typeof column === 'string' ? column : column.as;
  return !['list', 'identities', 'ids', 'usernames'].includes(as);
}

/** The query of a table. `scope` null: all cached scopes. */
function queryOf<F extends z.ZodType, const S extends string>(filter: F, sorts: readonly [S, ...S[]]) {
  return z.object({
    scope: Scope.nullable(),
    search: z.string().default(''),
    filter: filter.default({} as never),
    sort: z
      .object({ by: z.enum(sorts), direction: z.enum(['asc', 'desc']) })
      .default({ by: sorts[0], direction: 'asc' } as never),
    /** Rows that are deleted or no longer returned: hidden, shown as well, or shown alone. */
    notReturned: z.enum(['hide', 'show', 'only']).default('hide'),
  });
}

type AnyFilter = z.ZodType<Record<string, unknown>, Record<string, unknown>>;
type AnyQuery = z.output<ReturnType<typeof queryOf<AnyFilter, string>>>;
export interface ListQuery<F = Record<string, unknown>> extends Omit<AnyQuery, 'filter'> {
  filter: F;
}

/** Selected rows: by key, or all that match except some. The window never has the keys of a whole list. */
function selectionOf<Q extends z.ZodType>(query: Q) {
  return z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ids'), ids: z.array(z.number().int()).max(5_000) }),
    z.object({ kind: z.literal('all'), query, except: z.array(z.number().int()).max(5_000) }),
  ]);
}

export type Selection<Q = ListQuery> = z.output<ReturnType<typeof selectionOf<z.ZodType<Q>>>>;

/** The query of all rows of a scope that the platform still returns, ordered by ID. `own` overrides parts of it. */
export function wholeList(scope: Scope | null, own: Partial<ListQuery> = {}): ListQuery {
  return { scope, search: '', filter: {}, sort: { by: 'id', direction: 'asc' }, notReturned: 'hide', ...own };
}

export const allOf = (query: ListQuery): Selection => ({ kind: 'all', query, except: [] });

/** The verbs of every collection. Queries read the cache, so they work offline. */
function verbsOf<R extends z.ZodType, F extends z.ZodType, const S extends string>(
  row: R,
  filter: F,
  sorts: readonly [S, ...S[]],
) {
  const Query = queryOf(filter, sorts);
  const Chosen = selectionOf(Query);
  const Columns = z.array(z.string()).max(80);
  return {
    list: query(
      z.object({ query: Query, slice: Slice }),
      windowOf(scoped(row)).extend({
        /** The filters in use that only the platform can evaluate. */
        serverFilters: z.array(ServerFilterAge).optional(),
        /** Rows that may match, but are not included: they have an unexpected value in a field of the filter. */
        unknown: z.number().optional(),
      }),
    ),
    /** One row, merged from list and details. */
    get: query(z.object({ scope: Scope, id: Key }), scopedDetail(row)),
    summary: query(z.object({ scope: Scope.nullable() }), ListSummary),
    /** Keys in the order of the query, for selecting a range with Shift; at most 5,000. */
    ids: idsOf(Query),
    /**
     * The values of the filter `name`, counted among the rows that match the rest of the query. With `choices`: these
     * values, in this order. Without: the values of a text filter that contain `search`. Fails: `bug` if the cache does
     * not know the values of the text filter (`valueColumn`).
     */
    values: query(
      z.object({
        query: Query,
        name: z.string(),
        search: z.string().default(''),
        choices: z.array(filter).max(100).optional(),
      }),
      FilterValues,
    ),
    /** Fetch one row into the cache. `jobs.sync` syncs whole lists. */
    refresh: refresh(z.object({ scope: Scope, id: Key, maxAgeMs: z.number().optional() })),
    /** Fetch which rows of a scope match the filters that only the platform can evaluate, and store the result. */
    refreshFilter: refresh(z.object({ scope: Scope, filter, maxAgeMs: z.number().optional() })),
    /** The selection as text for the clipboard, at most 5,000 rows. */
    copy: query(
      z.object({ selection: Chosen, format: z.enum(copyFormats), columns: Columns }),
      z.object({ text: z.string(), rows: z.number(), leftOut: z.number() }),
    ),
    /** Write the selection into a file, with a manifest. */
    export: command(
      z.object({ selection: Chosen, columns: Columns, format: ExportFormat.default('csv') }),
      ExportedRows,
    ),
    /** `ids` are keys. */
    changed: event(Changed),
  };
}

/** The verbs of a list of rows R. */
export type ListVerbs<R = unknown> = ReturnType<typeof verbsOf<z.ZodType<R>, AnyFilter, string>>;
export type ScopedWindow<R> = z.output<ListVerbs<R>['list']['output']>;
