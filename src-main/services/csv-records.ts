/** One record with the line it begins on, from 1. `cells` null: that line is no CSV. */
export interface CsvRecord {
  line: number;
  text: string;
  cells: string[] | null;
}

/** Spreadsheets write what their language has: a semicolon where the comma is the decimal sign, a tab when copied. */
const separators = [',', ';', '\t'] as const;
type Separator = (typeof separators)[number];

const cells = {
  ',': /"((?:[^"]|"")*)"|([^",\r\n]*)/y,
  ';': /"((?:[^"]|"")*)"|([^";\r\n]*)/y,
  '\t': /"((?:[^"]|"")*)"|([^"\t\r\n]*)/y,
} satisfies Record<Separator, RegExp>;

/**
 * Every record of a CSV text, empty lines left out. The first line tells what separates the cells: a comma, a semicolon
 * or a tab. What is broken costs its own line and no other: after it reading
 * goes on with the next line, which is where a quote that was never closed would otherwise swallow the rest of a file.
 */
export function csvRecords(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  const separator = separatorOf(text.slice(at, lineEnd(text, at)));
  while (at < text.length) {
    const read = recordAt(text, at, separator);
    const end = read?.end ?? lineEnd(text, at);
    const own = text.slice(at, end);
    if (own.trim() !== '') records.push({ line, text: own, cells: read?.cells ?? null });
    line += 1 + (own.match(/\r\n|\r|\n/g)?.length ?? 0);
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
  return records;
}

/** The one that the first line has most of, outside of quotes. */
function separatorOf(head: string): Separator {
  const bare = head.replaceAll(/"(?:[^"]|"")*"/g, '');
  const found = (one: Separator): number => bare.split(one).length;
  return separators.reduce((most, one) => (found(one) > found(most) ? one : most));
}

function recordAt(text: string, from: number, separator: Separator): { cells: string[]; end: number } | null {
  const own: string[] = [];
  const cell = cells[separator];
  for (let at = from; ; at += 1) {
    cell.lastIndex = at;
    const found = cell.exec(text);
    if (found === null) return null;
    own.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    at = cell.lastIndex;
    if (at >= text.length || text[at] === '\n' || text[at] === '\r') return { cells: own, end: at };
    if (text[at] !== separator) return null;
  }
}

function lineEnd(text: string, from: number): number {
  const end = text.slice(from).search(/[\r\n]/);
  return end < 0 ? text.length : from + end;
}
