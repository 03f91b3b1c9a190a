import type { ParsedCounts } from '#main/state/blobs/packages.ts';
import { parseExport } from './dependency-exports/parse-export.ts';
import { texts, type TextInput, type TextName } from './texts.ts';

/**
 * Interface of the thread that parses one file or text. A file: `add` each chunk, then `parse`. A text: `read`. Then `take`
 * the rows in pieces.
 */
export type ParserVerbs = {
  add(given: { bytes: Uint8Array }): void;
  parse(given: { exportType: string }): ParsedCounts;
  /** Parse a text. `reached`: shared memory for the line that was reached. Returns the result without its rows. */
  read(given: { name: TextName; input: TextInput; reached: Int32Array }): { total: number; rest: object };
  /** Rows as JSON in UTF-8, which is faster to send than objects. */
  take(given: { from: number; count: number }): { json: Uint8Array<ArrayBuffer> };
};

export function serveParser(): ParserVerbs {
  const chunks: Uint8Array[] = [];
  let rows: readonly unknown[] = [];
  return {
    add({ bytes }) {
      chunks.push(bytes);
    },
    parse({ exportType }) {
      const file = Buffer.concat(chunks.splice(0));
      const { packages, ...rest } = parseExport(file, exportType);
      rows = packages;
      return { packages: packages.length, ...rest };
    },
    read({ name, input, reached }) {
      const { rows: found, ...rest } = texts[name](input as never, (line) => void (reached[0] = line));
      rows = found;
      return { total: found.length, rest };
    },
    take: ({ from, count }) => ({
      json: new TextEncoder().encode(JSON.stringify(rows.slice(from, from + count))),
    }),
  };
}
