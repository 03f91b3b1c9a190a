import type { ReadEntry } from '#main/cache/history/history-api.ts';
import type { ChangesQuery, HistoryEntry } from '#shared/contract/history.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { AppContext } from '../app-context.ts';
import { exportRows } from '../exports/export.ts';
import type { Instance } from '../instances/instance.ts';
import { changeBy } from './change-by.ts';
import { changeColumns, differenceColumns, linesOfChange, linesOfDifference, type Labels } from './export-lines.ts';

type Verbs = Services<ReeveContract>['history'];
type Shown = Pick<Instance, 'profile' | 'scopeOf' | 'history' | 'asOf'>;
type Line = Record<string, unknown>;
type What = Pick<Parameters<typeof exportRows>[1], 'prefix' | 'selection' | 'columns' | 'format'>;
interface Needs extends Pick<AppContext, 'clock' | 'fileExports' | 'ports'> {
  state: Pick<AppContext['state'], 'catalogue' | 'plans'>;
  open: () => Shown;
}

/** Entries and rows of one part of an export. */
const pieceRows = 5_000;

/** What changed, and what was at a moment. Sends no request. */
export function historyQueryServices({ open, state, clock, fileExports, ports }: Needs) {
  const labelsOf = ({ profile }: Shown): Labels =>
    Object.fromEntries(state.catalogue.knownIds(profile.id).map(({ kind, id, path }) => [`${kind}:${id}`, path]));

  /** A query with the scope of its place, and with the labels that it needs. */
  function asked<Q extends ChangesQuery>(query: Q): Q & { labels?: Labels } {
    const instance = open();
    const { place } = query.filter;
    const known =
      place === undefined ? query : { ...query, filter: { ...query.filter, place: instance.scopeOf(place) } };
    const needsLabels = query.search !== '' || place?.startsWith('group:') === true;
    return needsLabels ? { ...known, labels: labelsOf(instance) } : known;
  }

  function shown<E extends Pick<ReadEntry, 'by'>>(entries: readonly E[]) {
    const by = changeBy(state);
    return entries.map((entry) => ({ ...entry, by: by(entry.by) }));
  }

  function save(lines: AsyncIterable<readonly Line[]>, what: What, signal: AbortSignal) {
    const { profile } = open();
    async function* pieces() {
      for await (const piece of lines) yield piece.map((row) => ({ row, fetchedAt: Date.parse(String(row['time'])) }));
    }
    const all = { ...what, profile, product: ports.about, hasAges: false, asOf: null };
    return exportRows(pieces(), all, { fileExports, clock, signal });
  }

  async function* changeLines(query: ChangesQuery, signal: AbortSignal) {
    const { history } = open();
    const own = asked(query);
    const labels = labelsOf(open());
    let before: { at: number; n: number } | null = null;
    for (;;) {
      const part: ReadEntry[] = await history.changesPart({ ...own, before, count: pieceRows }, signal);
      const last = part.at(-1);
      if (last === undefined) return;
      yield shown(part).flatMap((entry) => linesOfChange(entry as HistoryEntry, labels));
      before = { at: last.at, n: last.n };
    }
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
      const what = { prefix: 'changes', selection: query, columns: changeColumns, format };
      return save(changeLines(query, signal), what, signal);
    },
    exportLife: ({ format, ...row }, signal) => {
      const { history, asOf } = open();
      const labels = labelsOf(open());
      async function* lines() {
        for (let from = 0; ; from += pieceRows) {
          const slice = { from, count: pieceRows };
          const { entries } = await history.life({ ...row, slice, until: asOf }, signal);
          yield shown(entries).flatMap((entry) => linesOfChange(entry as HistoryEntry, labels));
          if (entries.length < pieceRows) return;
        }
      }
      const what = {
        prefix: `history-${row.collection}`,
        selection: row,
        columns: changeColumns,
        format,
      };
      return save(lines(), what, signal);
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
      const { history } = open();
      const labels = labelsOf(open());
      async function* lines() {
        for (let from = 0; ; from += pieceRows) {
          const { rows, total } = await history.differences({ ...query, slice: { from, count: pieceRows } }, signal);
          yield shown(rows).flatMap((row) => linesOfDifference(row, query.collection, labels));
          if (from + pieceRows >= total) return;
        }
      }
      const prefix = `compare-${query.collection}`;
      return save(lines(), { prefix, selection: query, columns: differenceColumns, format }, signal);
    },
  } satisfies Partial<Verbs>;
}
