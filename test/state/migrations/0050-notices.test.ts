import { expect, test } from 'vitest';
import { databaseAt, planOf } from './database-at.ts';

test('0050 creates notices, listed newest first through an index', () => {
  const plan = planOf(databaseAt(50), 'SELECT at, code, detail FROM notices ORDER BY at DESC, id DESC LIMIT 50');
  expect(plan).toContain('USING INDEX notices_by_time');
  expect(plan).not.toContain('TEMP B-TREE');
});
