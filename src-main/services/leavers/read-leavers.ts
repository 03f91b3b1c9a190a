import { foldedText } from '#main/cache/normal-text.ts';
import type { WantedLine } from '#main/cache/read/leavers/match.ts';
import { columnName, csvRecords, type CsvRecord } from '../csv-records.ts';
import { originalText } from '../exports/csv.ts';
import type { Reached } from '../reached.ts';

/** The names of columns in exports of user directories and of Reeve. A plain `id` may be that of another system. */
const columns = {
  email: 'email e_mail mail email_address e_mail_address mail_address user_email primary_email work_email'.split(' '),
  username: 'username user_name login user account account_name handle'.split(' '),
  id: 'id user_id userid'.split(' '),
};
type Column = keyof typeof columns;

/** The address in `Mara Lindgren <mara@corp.example>`. */
const bracketed = /<([^<>\s]+@[^<>\s]+)>\s*[,;]?$/;
const wholeId = /^[1-9]\d{0,15}$/;
/** Only this much of a text is searched for a header. */
const mostHeadChars = 10_000;
/** Longer texts are cut in the reply, and no email address, username or ID is that long. */
const mostChars = 320;

/**
 * The values of each line of a pasted list or CSV, folded for comparison. `json`: the lines as one text, because the main
 * thread only passes it on to the read worker.
 */
export function readLeavers(text: string, reached?: Reached): { rows: []; header: string[] | null; json: string } {
  const used = usedColumns(csvRecords(text.slice(0, mostHeadChars))[0]);
  const isHeader = used.length > 0;
  const records = isHeader ? csvRecords(text, reached) : linesOf(text, reached);
  const lines = (isHeader ? records.slice(1) : records).map(({ line, text: own, cells }): WantedLine => {
    reached?.(line);
    const named = isHeader && cells !== null ? used.map(({ column, at }) => cellOf(cells[at], column)) : null;
    const filled = (named ?? (cells ?? [own]).map((cell) => cellOf(cell))).filter(({ text: cell }) => cell !== '');
    const parts = (named === null ? usable(filled) : filled).map(valuesOf);
    const why = parts.length > 0 ? null : filled.length > 1 ? 'no-header' : 'no-value';
    return { line, text: shown(own), parts, why };
  });
  const header = isHeader ? used.map(({ at }) => shown(records[0]?.cells?.[at] ?? '')) : null;
  return { rows: [], header, json: JSON.stringify(lines) };
}

/**
 * Without a header, each line is a record that can have another separator. Quotes do not join lines, because a spreadsheet
 * quotes a copied cell that has several lines.
 */
function linesOf(text: string, reached?: Reached): CsvRecord[] {
  return text.split(/\r\n|\r|\n/).flatMap((own, at) => {
    reached?.(at + 1);
    return csvRecords(own).map((record) => ({
      ...record,
      line: at + 1,
      cells: record.cells ?? [unquoted(record.text)],
    }));
  });
}
const unquoted = (text: string): string => text.replace(/^"|"$/g, '');

/** `column` null: the list has no header. */
interface Cell {
  column: Column | null;
  text: string;
}
const cellOf = (text = '', column: Cell['column'] = null): Cell => ({ column, text: originalText(text).trim() });

/** IDs are used only if the list has neither email addresses nor usernames. Empty: the record is no header. */
function usedColumns(head: CsvRecord | undefined): { column: Column; at: number }[] {
  if (head?.text.includes('@') !== false) return [];
  const names = head.cells?.map(columnName) ?? [];
  const named = names.flatMap((name, at) => {
    const column = (['email', 'username', 'id'] as const).find((one) => columns[one].includes(name));
    return column === undefined ? [] : [{ column, at }];
  });
  const better = named.filter(({ column }) => column !== 'id');
  return better.length > 0 ? better : named;
}

/** Of a line without a header: its email addresses, or its only cell. */
function usable(cells: readonly Cell[]): readonly Cell[] {
  const emails = cells.filter(({ text }) => isEmail(text));
  return emails.length > 0 ? emails : cells.filter(({ text }) => cells.length === 1 && text.length <= mostChars);
}

/** What a cell can be: digits are an ID or a username. */
function valuesOf({ column, text }: Cell): string[] {
  if (column === 'email' || (column !== 'id' && isEmail(text)))
    return [`email ${foldedText(bracketed.exec(text)?.[1] ?? text)}`];
  const ids = wholeId.test(text) ? [`id ${text}`] : [];
  const username = column === 'id' ? '' : foldedText(text.replace(/^@/, ''));
  return username === '' ? ids : [`username ${username}`, ...ids];
}

const isEmail = (cell: string): boolean => cell.length <= mostChars && (bracketed.test(cell) || cell.indexOf('@') > 0);
const shown = (text: string): string => (text.length > mostChars ? `${text.trim().slice(0, mostChars)}…` : text.trim());
