import type { ExportRow } from '#shared/contract/dependency-exports.ts';
import type { ImportEntry } from '#shared/contract/imports.ts';
import type { Transfers } from '#shared/contract/overview.ts';
import { dependencyExports, exportTypes } from '#shared/text/en/dependency-exports.ts';
import { journal } from '#shared/text/en/journal.ts';
import { overview } from '#shared/text/en/overview.ts';
import { entryPath } from './links.ts';

/** An export or import in a row of the overview. `share`: 0 to 1; null: not known. Only shown while it is under way. */
export interface TransferRow {
  id: string;
  title: string;
  detail: string;
  tone: 'info' | 'ok' | 'warn' | 'bad' | 'muted';
  isUnderWay: boolean;
  share: number | null;
  text: string;
  at: number;
  path: string;
}

const mostRows = 6;
const tones: Partial<Record<ExportRow['state'], TransferRow['tone']>> = {
  kept: 'ok',
  failed: 'bad',
  refused: 'bad',
  stalled: 'warn',
  unknown: 'warn',
  'not-sent': 'warn',
};

function ofExport(row: ExportRow): TransferRow {
  const isUnderWay = row.state === 'requested' || row.state === 'generating' || row.state === 'ready';
  const packages = row.state === 'kept' && row.packages !== null ? overview.transfers.packages(row.packages) : null;
  return {
    id: `export ${row.id}`,
    title: overview.transfers.export(row.place),
    detail: exportTypes[row.exportType] ?? row.exportType,
    tone: isUnderWay ? 'info' : (tones[row.state] ?? 'muted'),
    isUnderWay,
    share: row.progress,
    text: packages ?? dependencyExports.states[row.state],
    at: row.keptAt ?? row.requestedAt,
    path: `/dependency-exports/${row.id}`,
  };
}

function ofImport(entry: ImportEntry): TransferRow {
  const { id, label, state, watch, project, import_status: status, statusAt, at } = entry;
  const isUnderWay = watch === 'under-way' && state === 'applied';
  const isFailed = /^failed$/i.test(status ?? '');
  return {
    id: `import ${id}`,
    title: overview.transfers.import(label),
    detail: '',
    tone: isUnderWay ? 'info' : importTone(entry, isFailed),
    isUnderWay,
    share: null,
    text: importText(entry),
    at: statusAt ?? at,
    path: project === null ? entryPath(id) : `/imports?project=${project.id}`,
  };
}

function importTone({ state, import_status: status }: ImportEntry, isFailed: boolean): TransferRow['tone'] {
  if (isFailed || state === 'refused') return 'bad';
  if (state === 'unknown' || state === 'not-applied') return 'warn';
  return status === 'finished' ? 'ok' : 'muted';
}

function importText(entry: ImportEntry): string {
  const { state, isInferred, isUnreported, human_import_status_name: name, import_status: status } = entry;
  if (state !== 'applied') return journal.states[state];
  if (isUnreported) return overview.transfers.unreported;
  if (isInferred) return overview.transfers.inferred;
  return name ?? status ?? overview.transfers.started;
}

/** The exports and imports to show: those under way first, then the newest. */
export function transferRows({ exports, imports }: Transfers): TransferRow[] {
  return [...exports.map(ofExport), ...imports.map(ofImport)]
    .sort((a, b) => Number(b.isUnderWay) - Number(a.isUnderWay) || b.at - a.at)
    .slice(0, mostRows);
}
