import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../files/database.ts';
import { statements } from '../files/statements.ts';

/** A package in an export. `licenses`: sorted, separated by commas; empty: none named. */
export interface ExportedPackage {
  name: string;
  version: string | null;
  /** The type of its package URL, for example `npm`. */
  type: string | null;
  purl: string | null;
  licenses: string;
  /** The path of the project, in exports of a group. */
  project: string | null;
}

/** The readable packages of a file. `unreadable`: entries that were left out. `problem`: why there are no or not all packages. */
export interface ParsedExport {
  packages: ExportedPackage[];
  unreadable: number;
  problem: string | null;
}

export interface ParsedCounts {
  packages: number;
  unreadable: number;
  problem: string | null;
}

/** A parsed file, with its packages in pieces that are stored in one transaction each. */
export interface ParsedPieces extends ParsedCounts {
  pieces: AsyncIterable<readonly ExportedPackage[]> | Iterable<readonly ExportedPackage[]>;
}

export type FoundPackage = ExportedPackage & { blobId: number };

const fields = 'name, version, type, purl, licenses, project';
const among = 'blob_id IN (SELECT value FROM json_each(?))';

/** The packages in stored exports, derived from the files. `searchName`: the name in the form that is searched. */
export function packages(db: Db) {
  const sql = statements(db);
  const counts = db.prepare<[number, number], ParsedCounts>(
    'SELECT packages, unreadable, problem FROM parsed_exports WHERE blob_id = ? AND parser = ?',
  );
  const insert = db.prepare(
    `INSERT INTO export_packages (blob_id, number, search_name, ${fields})
     VALUES (:blobId, :number, :searchName, :name, :version, :type, :purl, :licenses, :project)`,
  );

  return {
    /** Null: this version of the parser has not read the file. */
    counts: (blobId: number, parser: number): ParsedCounts | null => counts.get(blobId, parser) ?? null,
    /** Replace the packages of a file. They count only when all of them are stored. */
    async put(
      blobId: number,
      parser: number,
      parsed: ParsedPieces,
      searchName: (name: string) => string,
    ): Promise<void> {
      const { packages: total, unreadable, problem, pieces } = parsed;
      sql.immediate(() => {
        sql.run('DELETE FROM parsed_exports WHERE blob_id = ?', [blobId]);
        sql.run('INSERT INTO parsed_exports (blob_id, parser, packages, unreadable, problem) VALUES (?, 0, ?, ?, ?)', [
          blobId,
          total,
          unreadable,
          problem,
        ]);
      });
      let number = 0;
      for await (const piece of pieces) {
        sql.immediate(() => {
          for (const one of piece) {
            insert.run({ blobId, number, searchName: searchName(one.name), ...one });
            number += 1;
          }
        });
        await nextTurn();
      }
      sql.run('UPDATE parsed_exports SET parser = ? WHERE blob_id = ?', [parser, blobId]);
    },
    all: (blobId: number): ExportedPackage[] =>
      sql.rows<ExportedPackage>(`SELECT ${fields} FROM export_packages WHERE blob_id = ? ORDER BY number`, [blobId]),
    /** The packages of this name in some files. */
    find: (searchName: string, blobIds: readonly number[]): FoundPackage[] =>
      sql.rows<FoundPackage>(
        `SELECT blob_id AS blobId, ${fields} FROM export_packages WHERE search_name = ? AND ${among}
         ORDER BY blob_id, number`,
        [searchName, JSON.stringify(blobIds)],
      ),
    /** Other names that contain a text, the shortest first. */
    similar: (searchName: string, blobIds: readonly number[], most: number): string[] =>
      sql.values<string>(
        `SELECT name FROM export_packages WHERE instr(search_name, ?) > 0 AND search_name <> ? AND ${among}
         GROUP BY name ORDER BY length(name), name LIMIT ?`,
        [searchName, searchName, JSON.stringify(blobIds), most],
      ),
    /** The projects that an export of a group names. */
    projects: (blobId: number): string[] =>
      sql.values<string>('SELECT DISTINCT project FROM export_packages WHERE blob_id = ? AND project IS NOT NULL', [
        blobId,
      ]),
  };
}
export type Packages = ReturnType<typeof packages>;
