import { stringify } from 'csv-stringify/sync';
import type { NewEntry, CatalogueRow } from '#main/state/catalogue.ts';
import { catalogueSources } from '#shared/contract/catalogue.ts';
import { Failure } from '#shared/errors.ts';
import { catalogueLines as words } from '#shared/text/en/catalogue-lines.ts';
import { fromIso, toIso } from '#shared/time.ts';
import { ofKind, parseAddress } from '../catalogue-address.ts';
import { columnName, csvRecords } from '../csv-records.ts';
import type { Reached } from '../reached.ts';
import { csvOptions, originalText } from '../exports/csv.ts';

const columns = [
  'kind',
  'id',
  'path',
  'name',
  'pinned',
  'source',
  'source_detail',
  'first_seen_at',
  'seen_at',
  'verified_at',
  'verdict',
] as const;
type Column = (typeof columns)[number];

/** The rows as CSV. `readCatalogueCsv` reads it without loss. */
export function asCsv(rows: readonly CatalogueRow[]): string {
  const moment = (at: number | null): string => (at === null ? '' : toIso(at));
  const cells = rows.map((row): Record<Column, string> => ({
    kind: row.kind,
    id: row.id === null ? '' : String(row.id),
    path: row.path ?? '',
    name: row.name ?? '',
    pinned: row.isPinned ? 'yes' : 'no',
    source: row.source,
    source_detail: row.sourceDetail ?? '',
    first_seen_at: moment(row.firstSeenAt),
    seen_at: moment(row.seenAt),
    verified_at: moment(row.verifiedAt),
    verdict: row.verdict ?? '',
  }));
  return stringify(cells, { ...csvOptions, columns: [...columns], bom: true });
}

type CsvRow = NewEntry & Partial<Pick<CatalogueRow, 'firstSeenAt' | 'seenAt' | 'verifiedAt' | 'verdict'>>;

/**
 * Read an exported catalogue, or any CSV with the columns `kind` and `id` or `path`. A path may be a URL of the
 * instance. Returns every line except the header, with its row or the reason why it is invalid.
 * Fails: `invalid` with the field `text` if the first line does not name the columns.
 */
export function readCatalogueCsv(
  text: string,
  base: string,
  reached?: Reached,
): { line: number; text: string; row: CsvRow | null; why: string | null }[] {
  const [head, ...records] = csvRecords(text, reached);
  const names = head?.cells?.map(columnName) ?? [];
  if (!names.includes('kind') || !(names.includes('id') || names.includes('path'))) {
    throw new Failure('invalid', words.noColumns, { field: 'text' });
  }
  const places = new Map(columns.map((name) => [name, names.indexOf(name)]));
  return records.map(({ line, text: own, cells }) => {
    reached?.(line);
    if (cells === null) return { line, text: own, row: null, why: words.why.unreadableCsv };
    if (cells.length > names.length) return { line, text: own, row: null, why: words.why.tooManyCells };
    const cell = (name: Column): string => originalText(cells[places.get(name) ?? -1] ?? '').trim();
    const row = rowOf(cell, base);
    return typeof row === 'string' ? { line, text: own, row: null, why: row } : { line, text: own, row, why: null };
  });
}

function rowOf(cell: (name: Column) => string, base: string): CsvRow | string {
  const kind = cell('kind').toLowerCase();
  if (kind !== 'group' && kind !== 'project') return words.why.noKind;
  const [idText, pathText] = [cell('id'), cell('path')];
  if (idText === '' && pathText === '') return words.why.noIdOrPath;
  const id = idText === '' ? null : Number(idText);
  if (id !== null && !(Number.isSafeInteger(id) && id > 0)) return words.why.badId;
  const read = pathText === '' ? null : ofKind(kind, parseAddress(pathText, base));
  if (read?.kind === 'unread') return read.why;
  const source = catalogueSources.find((known) => known === cell('source')) ?? 'imported';
  const verdict = (['ok', 'denied', 'missing'] as const).find((known) => known === cell('verdict'));
  const [firstSeenAt, seenAt] = [fromIso(cell('first_seen_at')), fromIso(cell('seen_at'))];
  const verifiedAt = fromIso(cell('verified_at'));
  return {
    kind,
    id: id ?? read?.id ?? null,
    path: read?.path ?? null,
    name: cell('name') || null,
    source,
    sourceDetail: cell('source_detail') || null,
    isPinned: ['yes', 'true', '1'].includes(cell('pinned').toLowerCase()),
    ...(firstSeenAt !== null && { firstSeenAt }),
    ...(seenAt !== null && { seenAt }),
    ...(verdict !== undefined && verifiedAt !== null && { verdict, verifiedAt }),
  };
}
