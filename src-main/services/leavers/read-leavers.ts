import { foldedText } from '#main/cache/normal-text.ts';
import type { WantedLine } from '#main/cache/read/leavers/match.ts';
import { columnName, csvRecords, type CsvRecord } from '../csv-records.ts';
import { originalText } from '../exports/csv.ts';
import type { Reached } from '../reached.ts';

type Column = 'email' | 'username' | 'id';

/** The names of columns in exports of user directories and of Reeve. A plain `id` may be that of another system. */
const columns = new Map<string, Column>([
  ...namesOf(
    'email',
    'email e_mail mail email_address e_mail_address mail_address user_email primary_email work_email',
  ),
  ...namesOf('username', 'username user_name login user account account_name handle'),
  ...namesOf('id', 'id user_id userid'),
]);

const bracketed = /<([^<>\s]+@[^<>\s]+)>\s*[,;]?$/;
const wholeId = /^[1-9]\d{0,15}$/;
/** Longer texts are cut in the reply, and no email address, username or ID is that long. */
const mostChars = 320;

/**
 * The values of each line of a pasted list or CSV, folded for comparison. `json`: the lines as one text, because the main
 * thread only passes it on to the read worker.
 */
export function readLeavers(text: string, reached?: Reached): { rows: []; header: string[] | null; json: string } {
  const records = csvRecords(text, reached);
  const used = usedColumns(records[0]);
  const isHeader = used.length > 0;
  const lines = (isHeader ? records.slice(1) : records).map(({ line, text: own, cells }): WantedLine => {
    reached?.(line);
    const values = isHeader && cells !== null ? valuesOf(cells, used) : guessed(own, cells);
    return { line, text: shown(own), ...values };
  });
  const header = isHeader ? used.map(({ at }) => shown(records[0]?.cells?.[at] ?? '')) : null;
  return { rows: [], header, json: JSON.stringify(lines) };
}

type Values = Pick<WantedLine, 'parts' | 'why'>;

/** IDs are used only if the list has neither email addresses nor usernames. Empty: the record is no header. */
function usedColumns(head: CsvRecord | undefined): { column: Column; at: number }[] {
  if (head?.text.includes('@') !== false) return [];
  const named = head.cells?.flatMap((cell, at) => {
    const column = columns.get(columnName(cell));
    return column === undefined ? [] : [{ column, at }];
  });
  const better = named?.filter(({ column }) => column !== 'id') ?? [];
  return better.length > 0 ? better : (named ?? []);
}

function valuesOf(cells: readonly string[], used: ReturnType<typeof usedColumns>): Values {
  const parts = used.flatMap(({ column, at }) => {
    const cell = clean(cells[at] ?? '');
    if (cell === '') return [];
    if (column === 'email') return [[address(cell)]];
    if (column === 'id') return [wholeId.test(cell) ? [`id ${cell}`] : []];
    return [partOf(cell)];
  });
  return { parts, why: parts.length === 0 ? 'no-value' : null };
}

/** A line of a list without a header: its email addresses, or its only cell. */
function guessed(text: string, cells: readonly string[] | null): Values {
  const filled = (cells ?? [text]).map(clean).filter((cell) => cell !== '');
  const emails = filled.filter((cell) => isEmail(cell));
  if (emails.length > 0) return { parts: emails.map((cell) => [address(cell)]), why: null };
  const [only, ...more] = filled;
  if (only === undefined || only.length > mostChars) return { parts: [], why: 'no-value' };
  if (more.length > 0) return { parts: [], why: 'no-header' };
  return { parts: [partOf(only)], why: null };
}

/** What a single value can be: digits are an ID or a username. */
function partOf(cell: string): string[] {
  if (isEmail(cell)) return [address(cell)];
  const username = foldedText(cell.startsWith('@') ? cell.slice(1) : cell);
  const names = username === '' ? [] : [`username ${username}`];
  return wholeId.test(cell) ? [...names, `id ${cell}`] : names;
}

const clean = (cell: string): string => originalText(cell).trim();
const isEmail = (cell: string): boolean => cell.length <= mostChars && (bracketed.test(cell) || cell.indexOf('@') > 0);
/** Also of `Mara Lindgren <mara@corp.example>`. */
const address = (cell: string): string => `email ${foldedText(bracketed.exec(cell)?.[1] ?? cell)}`;
const shown = (text: string): string => (text.length > mostChars ? `${text.trim().slice(0, mostChars)}…` : text.trim());

function namesOf(column: Column, names: string): [string, Column][] {
  return names.split(' ').map((name) => [name, column]);
}
