import type { ListQuery, ListSummary, Scoped, Selection } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { minutes } from '#shared/time.ts';
import type { FakeAnswers } from './fake-core.ts';

type Row = Record<string, unknown>;

/** A list with scopes in memory. Tests change it and emit `changed`. */
export interface FakeList {
  rows: Scoped<Row>[];
  revision: number;
  /** End of the last full sync by scope; a scope without a value was never synced. */
  readAt: Record<Scope, number>;
  /** The fields that a refresh adds to a row; undefined: the refresh fails as missing. */
  detailOf: (row: Row) => Row | undefined;
  /** Rows with details, by key. */
  detailed: Map<number, number>;
}

/** Rows of one scope, synced a minute ago, with different keys. */
export function fakeList(rows: readonly Row[], { scope = '', firstKey = 1 } = {}): FakeList {
  const fetchedAt = Date.now() - minutes(1);
  return {
    rows: rows.map((row, at) => ({ row, key: firstKey + at, scope, fetchedAt, notReturnedSince: null })),
    revision: 1,
    readAt: { [scope]: fetchedAt },
    detailOf: (row) => row,
    detailed: new Map(),
  };
}

/**
 * The verbs of a list for such rows. A filter matches if the field with its name has the same value or contains all its
 * values; a search looks through the whole row. The real core has the real filters.
 */
export function listAnswers<S extends keyof FakeAnswers>(list: FakeList): NonNullable<FakeAnswers[S]> {
  const matching = (query: ListQuery): Scoped<Row>[] => {
    const words = query.search
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const { by, direction } = query.sort;
    return list.rows
      .filter(({ scope }) => query.scope === null || scope === query.scope)
      .filter(
        ({ notReturnedSince }) =>
          query.notReturned === 'show' || (notReturnedSince !== null) === (query.notReturned === 'only'),
      )
      .filter(({ row }) => Object.entries(query.filter).every(([name, value]) => matches(row[name], value)))
      .filter(({ row }) => words.every((word) => JSON.stringify(row).toLowerCase().includes(word)))
      .toSorted((a, b) => compare(a.row[by], b.row[by]) * (direction === 'asc' ? 1 : -1));
  };
  const chosen = (selection: Selection): Scoped<Row>[] =>
    selection.kind === 'ids'
      ? list.rows.filter(({ key }) => selection.ids.includes(key))
      : matching(selection.query).filter(({ key }) => !selection.except.includes(key));
  const find = (scope: Scope, id: number): Scoped<Row> | undefined =>
    list.rows.find((one) => one.scope === scope && one.row['id'] === id);
  const answers = {
    list: ({ query, slice: { from, count } }: { query: ListQuery; slice: { from: number; count: number } }) => {
      const hits = matching(query);
      const rows = hits.slice(from, from + count);
      return { total: hits.length, isCapped: false, from, rows, revision: list.revision, queryMs: 0.4 };
    },
    get: ({ scope, id }: { scope: Scope; id: number }) => {
      const found = find(scope, id);
      if (found === undefined) return null;
      const { row, fetchedAt, notReturnedSince, deletedAt, key } = found;
      return {
        row,
        listFetchedAt: fetchedAt,
        detailFetchedAt: list.detailed.get(key) ?? null,
        notReturnedSince,
        deletedAt,
      };
    },
    summary: ({ scope }: { scope: Scope | null }): ListSummary => {
      const inScope = list.rows.filter((one) => scope === null || one.scope === scope);
      const live = inScope.filter(({ notReturnedSince }) => notReturnedSince === null).length;
      const completedAt = scope === null ? null : (list.readAt[scope] ?? null);
      return { live, notReturned: inScope.length - live, completedAt, unreadable: 0, counts: {} };
    },
    values: ({
      query,
      name,
      search = '',
      choices,
    }: {
      query: ListQuery;
      name: string;
      search?: string;
      choices?: Row[];
    }) => {
      const { [name]: _own, ...filter } = query.filter;
      const found = matching({ ...query, filter }).map(({ row }) => row[name]);
      const all = choices?.map((choice) => choice[name]) ?? [...new Set(found.flat())];
      const values = all
        .filter((value) => String(value).includes(search))
        .map((value) => ({ value, rows: found.filter((own) => matches(own, value)).length }));
      return { values, hasMore: false };
    },
    ids: ({ query, from, count }: { query: ListQuery; from: number; count: number }) => ({
      ids: matching(query)
        .slice(from, from + count)
        .map(({ key }) => key),
    }),
    refresh: ({ scope, id }: { scope: Scope; id: number }) => {
      const found = find(scope, id);
      const more = found === undefined ? undefined : list.detailOf(found.row);
      if (found === undefined || more === undefined) throw new Failure('missing', 'no such row');
      found.row = { ...found.row, ...more };
      list.detailed.set(found.key, Date.now());
      return { fetchedAt: Date.now() };
    },
    copy: ({ selection }: { selection: Selection }) => {
      const rows = chosen(selection);
      return { text: rows.map(({ row }) => row['id']).join('\n'), rows: rows.length, leftOut: 0 };
    },
    export: ({ selection }: { selection: Selection }) => ({
      path: '/downloads/list.csv',
      downloads: [],
      manifestPath: '/downloads/list.csv.json',
      rows: chosen(selection).length,
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    }),
  };
  return answers as unknown as NonNullable<FakeAnswers[S]>;
}

function matches(own: unknown, wanted: unknown): boolean {
  if (wanted === undefined) return true;
  if (Array.isArray(wanted)) return Array.isArray(own) && wanted.every((one) => own.includes(one));
  return own === wanted;
}

// Created once: creating the collation rules for each comparison takes most of the time for a large list
const inOrder = new Intl.Collator().compare;

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return inOrder(text(a), text(b));
}
