import type { ExportedPackage, ParsedCounts } from '#main/state/blobs/packages.ts';
import { parseExport } from './parse-export.ts';

/** Interface of the thread that parses one file: `add` each chunk, `parse`, then `take` the packages in pieces. */
export type ParserVerbs = {
  add(given: { bytes: Uint8Array }): void;
  parse(given: { exportType: string }): ParsedCounts;
  /** Packages as JSON in UTF-8, which is faster to send than objects. */
  take(given: { from: number; count: number }): { json: Uint8Array<ArrayBuffer> };
};

export function serveParser(): ParserVerbs {
  const chunks: Uint8Array[] = [];
  let packages: readonly ExportedPackage[] = [];
  return {
    add({ bytes }) {
      chunks.push(bytes);
    },
    parse({ exportType }) {
      const file = Buffer.concat(chunks.splice(0));
      const { packages: found, ...rest } = parseExport(file, exportType);
      packages = found;
      return { packages: found.length, ...rest };
    },
    take: ({ from, count }) => ({
      json: new TextEncoder().encode(JSON.stringify(packages.slice(from, from + count))),
    }),
  };
}
