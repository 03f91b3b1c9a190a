import { expect, test } from 'vitest';
import { migrations } from '#main/state/migrations/all.ts';
import { fileStates } from '#main/state/repository/file-states.ts';
import { addProfile, databaseAt } from './database-at.ts';

test('0210 adds the documented fields of files, null for files that were checked before', () => {
  const db = databaseAt(200);
  addProfile(db, 'p');
  db.exec(`INSERT INTO file_states (profile_id, scope, ref, path, found, blob_id, size_bytes, checked_at)
           VALUES ('p', 'project:7', 'main', 'a.txt', 1, 'b1', 5, 9)`);
  db.exec(migrations.find(({ id }) => id === 210)?.sql ?? '');
  const states = fileStates(db);
  expect(states.get('p', 'project:7', 'main', 'a.txt')).toEqual({
    path: 'a.txt',
    found: true,
    checkedAt: 9,
    facts: {
      ...{ blobId: 'b1', sizeBytes: 5, commitId: null, lastCommitId: null, contentSha256: null, isExecutable: null },
      ...{ fileName: null, filePath: null, ref: null, encoding: null, lfs: null },
    },
  });
});
