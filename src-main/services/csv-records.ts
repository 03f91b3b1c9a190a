/** One record with the line it begins on, from 1. `cells` null: that line is no CSV. */
export interface CsvRecord {
  line: number;
  text: string;
  cells: string[] | null;
}

const cell = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;

/**
 * Every record of a CSV text, empty lines left out. What is broken costs its own line and no other: after it reading
 * goes on with the next line, which is where a quote that was never closed would otherwise swallow the rest of a file.
 */
export function csvRecords(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const read = recordAt(text, at);
    const end = read?.end ?? lineEnd(text, at);
    const own = text.slice(at, end);
    if (own.trim() !== '') records.push({ line, text: own, cells: read?.cells ?? null });
    line += 1 + (own.match(/\r\n|\r|\n/g)?.length ?? 0);
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
  return records;
}

function recordAt(text: string, from: number): { cells: string[]; end: number } | null {
  const cells: string[] = [];
  for (let at = from; ; at += 1) {
    cell.lastIndex = at;
    const found = cell.exec(text);
    if (found === null) return null;
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    at = cell.lastIndex;
    if (at >= text.length || text[at] === '\n' || text[at] === '\r') return { cells, end: at };
    if (text[at] !== ',') return null;
  }
}

function lineEnd(text: string, from: number): number {
  const end = text.slice(from).search(/[\r\n]/);
  return end < 0 ? text.length : from + end;
}
