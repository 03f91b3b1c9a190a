import { stringify } from 'csv-stringify/sync';
import type { FullEntry } from '#main/state/journal.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import { JournalEntry } from '#shared/contract/journal.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { DialectName } from '#shared/text/en/dialect-names.ts';
import { operationName } from '#shared/text/en/operations.ts';
import { toIso } from '#shared/time.ts';
import { csvOptions } from '../exports/csv.ts';
import type { AppContext } from '../app-context.ts';
import { exportName, saveFile } from '../exports/file-exports.ts';
import type { StateTables } from '../state-tables.ts';

interface Needs extends Pick<AppContext, 'clock' | 'fileExports'> {
  state: Pick<StateTables, 'journal' | 'profiles'>;
  revision: () => number;
}

const pieceRows = 1_000;
const csvColumns = [
  'id intended_at ended_at state status instance who user op operation label place detail method path',
  'reported_message request_id changes undo undone_by undo_of plan_id',
].flatMap((names) => names.split(' '));

/** The record of all writes, of every profile. */
export function journal({ state: { journal: table, profiles }, revision, clock, fileExports }: Needs) {
  /** The dialect of a profile; that of the documents if the profile was removed. */
  const dialectOf = (profileId: string): DialectName => profiles.get(profileId)?.dialect ?? 'documented';
  const shown = (entry: FullEntry): JournalEntry => JournalEntry.parse({ ...entry, createdId: createdIdOf(entry) });

  return {
    list: ({ query, slice }) => {
      const startedAt = performance.now();
      const total = table.count(query);
      const rows = table.list(query, slice).map(shown);
      return {
        total,
        isCapped: false,
        from: slice.from,
        rows,
        revision: revision(),
        queryMs: performance.now() - startedAt,
      };
    },
    get: ({ id }) => {
      const entry = table.get(id);
      return entry === null ? null : shown(entry);
    },
    ids: ({ query, from, count }) => ({ ids: table.ids(query, { from, count }) }),
    ops: () => ({ ops: table.ops() }),
    export: async ({ query, format }) => {
      const entries: JournalEntry[] = [];
      for (let from = 0; ; from += pieceRows) {
        const piece = table.list(query, { from, count: pieceRows });
        entries.push(...piece.map(shown));
        if (piece.length < pieceRows) break;
      }
      const content = format === 'csv' ? asCsv(entries, dialectOf) : asJson(entries);
      return saveFile(fileExports, exportName('journal', clock.now(), format), content, { rows: entries.length });
    },
  } satisfies Services<ReeveContract>['journal'];
}

function asCsv(entries: readonly JournalEntry[], dialectOf: (profileId: string) => DialectName): string {
  const lines = entries.map((entry) => ({
    ...entry,
    intended_at: toIso(entry.intendedAt),
    ended_at: entry.endedAt === null ? null : toIso(entry.endedAt),
    operation: operationName(entry.op, dialectOf(entry.profileId)),
    reported_message: entry.reportedMessage,
    request_id: entry.requestId,
    changes: JSON.stringify(entry.changes),
    undo: undoText(entry),
    ...{ undone_by: entry.undoneBy, undo_of: entry.undoOf, plan_id: entry.planId },
  }));
  return stringify(lines, { ...csvOptions, columns: csvColumns, bom: true });
}

function undoText({ undo }: JournalEntry): string {
  if (undo.kind === 'exact') return 'exact';
  return undo.kind === 'lossy' ? `lossy: ${[...undo.what, ...(undo.possible ?? [])].join(', ')}` : `none: ${undo.why}`;
}

function asJson(entries: readonly JournalEntry[]): string {
  const readable = entries.map(({ intendedAt, endedAt, ...entry }) => ({
    ...entry,
    intendedAt: toIso(intendedAt),
    endedAt: endedAt === null ? null : toIso(endedAt),
  }));
  return `${JSON.stringify(readable, null, 2)}\n`;
}

function createdIdOf({ method, reply }: FullEntry): number | null {
  const id = method === 'POST' && typeof reply === 'object' && reply !== null && 'id' in reply ? reply.id : null;
  return typeof id === 'number' && Number.isInteger(id) ? id : null;
}
