import type { Db } from '../files/database.ts';
import { statements, upsertInto } from '../files/statements.ts';
import type { BlobUse } from './blobs.ts';

/** `version`: the snippet's `updated_at` when the file was fetched. `fetchedAt`: epoch milliseconds. */
export interface SnippetFileFacts {
  version: string | null;
  fetchedAt: number;
}

/** Facts about the stored files of snippets. They exist as long as the use of the blob. */
export function snippetFiles(db: Db) {
  const sql = statements(db);
  const put = db.prepare(upsertInto('snippet_files', 'profile_id, kind, key', 'version, fetched_at'));
  const get = db.prepare<[object], SnippetFileFacts>(
    `SELECT version, fetched_at AS fetchedAt FROM snippet_files
     WHERE profile_id = :profileId AND kind = :kind AND key = :key`,
  );
  return {
    put: (use: BlobUse, facts: SnippetFileFacts): void => void put.run({ ...use, ...facts }),
    /** The times of all files of a profile by the keys of their uses. */
    times: (profileId: string, kind: string): { key: string; fetchedAt: number }[] =>
      sql.rows<{ key: string; fetchedAt: number }>(
        'SELECT key, fetched_at AS fetchedAt FROM snippet_files WHERE profile_id = ? AND kind = ?',
        [profileId, kind],
      ),
    get: (use: BlobUse): SnippetFileFacts | null => get.get({ ...use }) ?? null,
  };
}
