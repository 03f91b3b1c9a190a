import type { HistoryReader, ReadEntry } from '#main/cache/history/history-api.ts';
import { recordedFields } from '#main/cache/history/recorded-fields.ts';
import { collectionNames } from '#shared/contract/collections.ts';
import { defaultMonths, type ChangesQuery, type HistoryEntry } from '#shared/contract/history.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { AppContext } from '../app-context.ts';
import { exportRows } from '../exports/export.ts';
import type { Instance } from '../instances/instance.ts';
import { changeBy } from './change-by.ts';
import { changeColumns, differenceColumns, linesOf, type Labels } from './export-lines.ts';
import { forgetting } from './forgetting.ts';

type Line = Record<string, unknown>;
type What = Pick<Parameters<typeof exportRows>[1], 'prefix' | 'selection' | 'columns' | 'format'>;
interface Needs extends Pick<AppContext, 'clock' | 'fileExports' | 'ports'> {
  state: Pick<AppContext['state'], 'catalogue' | 'plans' | 'forgetPerson'>;
  open: () => Pick<Instance, 'profile' | 'scopeOf' | 'history' | 'asOf' | 'store'>;
  /** Called after a person was forgotten: windows must query notices and the journal again. */
  onForgotten: (profileId: string) => void;
}

/** Entries and rows of one part of an export. */
const pieceRows = 5_000;
const beforeAndAfter = ['before', 'after'] as const;

/** Recorded changes, past moments, comparisons, the settings of the history, and forgetting a person. Sends no requests. */
export function historyServices({ open, state, onForgotten, ...needs }: Needs): Services<ReeveContract>['history'] {
  const labelsOf = (profileId: string): Labels =>
    Object.fromEntries(state.catalogue.knownIds(profileId).map(({ kind, id, path }) => [`${kind}:${id}`, path]));

  /** A query with the scope of its place, and with the labels that it needs. */
  function asked<Q extends ChangesQuery>(query: Q): Q & { labels?: Labels } {
    const { scopeOf, profile } = open();
    const { place } = query.filter;
    const known = place === undefined ? query : { ...query, filter: { ...query.filter, place: scopeOf(place) } };
    const needsLabels = query.search !== '' || place?.startsWith('group:') === true;
    return needsLabels ? { ...known, labels: labelsOf(profile.id) } : known;
  }

  function shown<E extends Pick<ReadEntry, 'by'>>(entries: readonly E[]) {
    const by = changeBy(state);
    return entries.map((entry) => ({ ...entry, by: by(entry.by) }));
  }

  /** Write an export file. `read`: yields the lines of each part. */
  function save(
    read: (history: HistoryReader, labels: Labels) => AsyncIterable<readonly Line[]>,
    what: What,
    signal: AbortSignal,
  ) {
    const { profile, history } = open();
    async function* pieces() {
      for await (const lines of read(history, labelsOf(profile.id)))
        yield lines.map((row) => ({ row, fetchedAt: Date.parse(String(row['time'])) }));
    }
    const all = { ...what, profile, product: needs.ports.about, hasAges: false, asOf: null };
    return exportRows(pieces(), all, { ...needs, signal });
  }

  return {
    life: async (row, signal) => {
      const { history, asOf } = open();
      const found = await history.life({ ...row, until: asOf }, signal);
      return { ...found, entries: shown(found.entries) };
    },
    changes: async (query, signal) => {
      const found = await open().history.changes(asked(query), signal);
      return { ...found, entries: shown(found.entries) };
    },
    viewCounts: (span, signal) => open().history.viewCounts(span, signal),
    days: (query, signal) => open().history.days(asked(query), signal),
    exportChanges: ({ format, ...query }, signal) => {
      const own = asked(query);
      async function* read(history: HistoryReader, labels: Labels) {
        for (let before: { at: number; n: number } | null = null; ;) {
          const part: ReadEntry[] = await history.changesPart({ ...own, before, count: pieceRows }, signal);
          yield shown(part).flatMap((entry) => linesOf(entry as HistoryEntry, labels, beforeAndAfter));
          before = part.at(-1) ?? null;
          if (before === null) return;
        }
      }
      return save(read, { prefix: 'changes', selection: query, columns: changeColumns, format }, signal);
    },
    exportLife: ({ format, ...row }, signal) => {
      const { asOf } = open();
      const read = (history: HistoryReader, labels: Labels) =>
        inSlices(async (slice) => {
          const { entries, total } = await history.life({ ...row, slice, until: asOf }, signal);
          return {
            lines: shown(entries).flatMap((entry) => linesOf(entry as HistoryEntry, labels, beforeAndAfter)),
            total,
          };
        });
      const prefix = `history-${row.collection}`;
      return save(read, { prefix, selection: row, columns: changeColumns, format }, signal);
    },
    moment: (moment, signal) => open().history.moment(moment, signal),
    sinceThen: (moment, signal) => open().history.sinceThen(moment, signal),
    now: ({ rows, ...input }, signal) => {
      const { history, scopeOf } = open();
      return history.now({ ...input, rows: rows.map((row) => ({ ...row, scope: scopeOf(row.scope) })) }, signal);
    },
    compare: (moments, signal) => open().history.compare(moments, signal),
    differences: async (query, signal) => {
      const found = await open().history.differences(query, signal);
      return { ...found, rows: shown(found.rows) };
    },
    exportDifferences: ({ format, ...query }, signal) => {
      const { collection } = query;
      const read = (history: HistoryReader, labels: Labels) =>
        inSlices(async (slice) => {
          const { rows, total } = await history.differences({ ...query, slice }, signal);
          return {
            lines: shown(rows).flatMap((row) => linesOf({ ...row, collection }, labels, ['at_a', 'at_b'])),
            total,
          };
        });
      return save(
        read,
        { prefix: `compare-${collection}`, selection: query, columns: differenceColumns, format },
        signal,
      );
    },
    settings: async () => {
      const { store } = open();
      const { failure } = await store.historyState(undefined);
      // A history that can't be read has no sizes
      const { since, bytes, collections } = await store.historySizes(undefined).catch((thrown: unknown) => {
        if (failure === null) throw thrown;
        return { since: null, bytes: 0, collections: [] };
      });
      const stored = new Map(collections.map((one) => [one.collection, one]));
      const rows = collectionNames.flatMap((collection) => {
        const fields = recordedFields(collection);
        const { months = defaultMonths, ...sizes } = stored.get(collection) ?? { entries: 0, bytes: 0 };
        return fields === null ? [] : [{ ...sizes, collection, fields: [...fields], months }];
      });
      return { since, bytes, collections: rows, failure };
    },
    setRetention: async (retention) => {
      await open().store.setRetention(retention);
      return {};
    },
    ...forgetting({ open, forgetInState: state.forgetPerson, onForgotten }),
  };
}

async function* inSlices(read: (slice: { from: number; count: number }) => Promise<{ lines: Line[]; total: number }>) {
  for (let from = 0; ; from += pieceRows) {
    const { lines, total } = await read({ from, count: pieceRows });
    yield lines;
    if (from + pieceRows >= total) return;
  }
}
