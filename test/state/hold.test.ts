import { expect, test } from 'vitest';
import { holdEverything } from '#main/state/open/hold.ts';
import { imports } from '#main/state/imports.ts';
import { newestVersion } from '#main/state/open/migrate.ts';
import { databaseAt } from './migrations/database-at.ts';

test('running imports in a restored state file are not polled until a person asks about them', () => {
  const db = databaseAt(newestVersion);
  const table = imports(db);
  const one = { profileId: 'p', beganAt: 1, askedAt: 1, toldAt: 1, told: { import_status: 'started' } };
  table.put({ ...one, projectId: 1, watch: 'under-way' });
  table.put({ ...one, projectId: 2, watch: 'ended' });
  expect(holdEverything(db, 5)).toEqual({ plans: 0, jobs: 0, imports: 1 });
  expect(table.underWay()).toEqual([]);
  expect(table.of('p').map(({ watch }) => watch)).toEqual(['needs-person', 'ended']);
});
