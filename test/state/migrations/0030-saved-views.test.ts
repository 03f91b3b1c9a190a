import { expect, test } from 'vitest';
import { databaseAt, planOf } from './database-at.ts';

test('0030 creates saved views, listed by name through an index', () => {
  const plan = planOf(databaseAt(30), `SELECT * FROM saved_views WHERE stem = 'users' ORDER BY name`);
  expect(plan).toContain('USING INDEX saved_views_by_stem (stem=?)');
  expect(plan).not.toContain('TEMP B-TREE');
});
