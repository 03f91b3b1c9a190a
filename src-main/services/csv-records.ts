import { CsvError, parse } from 'csv-parse/sync';

/** One record with the line on which it begins, from 1. `cells` null: this line is not valid CSV. */
export interface CsvRecord {
  line: number;
  text: string;
  cells: string[] | null;
}

/** Spreadsheets use the separator of their language: a semicolon where the decimal sign is a comma, a tab in copied cells. */
const separators = [',', ';', '\t'] as const;
const lineEnds = ['\r\n', '\n', '\r'];

/**
 * Every record of a CSV text without empty lines. The separator (comma, semicolon or tab) is detected on the first line.
 * An error affects its own line only: parsing continues with the next line. Otherwise a quote that is never closed would
 * make the rest of the file unreadable.
 */
export function csvRecords(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  const add = (own: string, cells: string[] | null): void => {
    if (own.trim() !== '') records.push({ line, text: own, cells });
    at += own.length;
    at += lineEnds.find((end) => text.startsWith(end, at))?.length ?? 0;
    line += 1 + (own.match(/\r\n|\r|\n/g)?.length ?? 0);
  };
  const options = {
    delimiter: separatorOf(firstLine(text.slice(at))),
    record_delimiter: lineEnds,
    relax_column_count: true,
    raw: true,
    on_record: (found: unknown) => {
      // The type of this option does not know that `raw` puts each record into an object
      const { raw, record } = found as { raw: string; record: string[] };
      add(raw.replace(/[\r\n]+$/, ''), record);
      return null;
    },
  };
  while (at < text.length) {
    try {
      parse(text.slice(at), options);
      at = text.length;
    } catch (thrown) {
      if (!(thrown instanceof CsvError)) throw thrown;
      add(firstLine(text.slice(at)), null);
    }
  }
  return records;
}

/** The separator that occurs most often outside quotes. */
function separatorOf(head: string): string {
  const bare = head.replaceAll(/"(?:[^"]|"")*"/g, '');
  const count = (separator: string): number => bare.split(separator).length;
  return separators.reduce((most, one) => (count(one) > count(most) ? one : most));
}

function firstLine(text: string): string {
  return /^[^\r\n]*/.exec(text)?.[0] ?? '';
}
