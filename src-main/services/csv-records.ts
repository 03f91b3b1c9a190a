import type { Reached } from './reached.ts';

/** One record with the line on which it begins, from 1. `cells` null: this line is not valid CSV. */
export interface CsvRecord {
  line: number;
  text: string;
  cells: string[] | null;
}

/** Spreadsheets use the separator of their language: a semicolon where the decimal sign is a comma, a tab in copied cells. */
const separators = [',', ';', '\t'] as const;
/** A first line of spreadsheets that names the separator. */
const separatorLine = /^"?sep=\s?([,;\t|])"?[\s,;|]*$/i;
/** The separator is detected in this many characters of the first line. */
const mostHeadChars = 10_000;
const restOfLine = /[^\r\n]*/y;
const blankLines = /[\r\n]*/y;
const lineEnd = /\r\n|\r|\n|$/y;

/**
 * Every record of a CSV text (RFC 4180) without empty lines. The separator (comma, semicolon or tab) is detected on the
 * first line that is not empty. The first line may also only name it (`sep=;`). An error affects its own line only:
 * parsing continues with the next line. Otherwise a quote that is never closed would make the rest of the file
 * unreadable.
 */
export function csvRecords(text: string, reached?: Reached): CsvRecord[] {
  const records: CsvRecord[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const head = match(restOfLine, text, at);
  const named = separatorLine.exec(head)?.[1];
  const first = match(restOfLine, text, at + match(blankLines, text, at).length);
  const separator = named ?? separatorOf(first.slice(0, mostHeadChars));
  const bareCell = new RegExp(`[^"\\r\\n${separator}]*`, 'y');
  if (named !== undefined) at += head.length;
  for (let line = 1; at < text.length;) {
    reached?.(line);
    const record = recordAt(text, at, separator, bareCell);
    const own = record === null ? match(restOfLine, text, at) : text.slice(at, record.end);
    if (own.trim() !== '') records.push({ line, text: own, cells: record?.cells ?? null });
    at += own.length;
    at += match(lineEnd, text, at).length;
    line += 1 + (own.match(/\r\n|\r|\n/g)?.length ?? 0);
  }
  return records;
}

/** The name of a column in the spelling of fields: `Repo ID` is `repo_id`. */
export const columnName = (cell: string): string =>
  cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_');

/**
 * The record at this position, and where it ends; null if it is not valid. The lines of an invalid record are parsed a second
 * time, each alone, but not a third time: inside the record they begin and end in quotes, so alone they end outside of them.
 */
function recordAt(
  text: string,
  from: number,
  separator: string,
  bareCell: RegExp,
): { cells: string[]; end: number } | null {
  const cells: string[] = [];
  for (let at = from; ; at += 1) {
    let cell = '';
    if (text[at] === '"') {
      do {
        const end = text.indexOf('"', at + 1);
        if (end < 0) return null;
        cell += text.slice(at + 1, end);
        at = end + 1;
        if (text[at] === '"') cell += '"';
      } while (text[at] === '"');
    } else {
      cell = match(bareCell, text, at);
      at += cell.length;
    }
    cells.push(cell);
    if (text[at] === separator) continue;
    return at >= text.length || text[at] === '\n' || text[at] === '\r' ? { cells, end: at } : null;
  }
}

/** The separator that occurs most often outside quotes. */
function separatorOf(head: string): string {
  const bare = head.replaceAll(/"(?:[^"]|"")*"/g, '');
  const count = (separator: string): number => bare.split(separator).length;
  return separators.reduce((most, one) => (count(one) > count(most) ? one : most));
}

/** The text that a sticky pattern matches at this position. */
function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
