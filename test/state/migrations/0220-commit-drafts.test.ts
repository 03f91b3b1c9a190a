import { expect, test } from 'vitest';
import { migrations } from '#main/state/migrations/all.ts';
import { commitDrafts } from '#main/state/repository/commit-drafts.ts';
import { addProfile, databaseAt, planOf } from './database-at.ts';

test('0220 adds one draft of a commit for each project, which is deleted with its profile', () => {
  const db = databaseAt(210);
  addProfile(db, 'p');
  db.exec(migrations.find(({ id }) => id === 220)?.sql ?? '');
  const drafts = commitDrafts(db);
  expect(drafts.get('p', 'project:7')).toBeNull();
  drafts.put('p', 'project:7', '{"a":1}', 5);
  drafts.put('p', 'project:7', '{"a":2}', 6.5);
  drafts.put('p', 'project:8', '{}', 7);
  expect(drafts.get('p', 'project:7')).toEqual({ draft: '{"a":2}', savedAt: 7 });
  drafts.remove('p', 'project:7');
  expect(drafts.get('p', 'project:7')).toBeNull();
  expect(planOf(db, `SELECT doc FROM commit_drafts WHERE profile_id = 'p' AND scope = 'x'`)).toContain('USING INDEX');
  db.exec(`DELETE FROM profiles WHERE id = 'p'`);
  expect(drafts.get('p', 'project:8')).toBeNull();
});
