import { expect, test } from 'vitest';
import { pauseRestoredWork } from '#main/state/open/pause-restored.ts';
import { imports } from '#main/state/imports.ts';
import { newestVersion } from '#main/state/open/migrate.ts';
import { databaseAt } from './migrations/database-at.ts';

test('running imports in a restored state file are not polled until a person checks them', () => {
  const db = databaseAt(newestVersion);
  const table = imports(db);
  const one = { profileId: 'p', startedAt: 1, polledAt: 1, reportedAt: 1, report: { import_status: 'started' } };
  table.put({ ...one, projectId: 1, watch: 'under-way' });
  table.put({ ...one, projectId: 2, watch: 'ended' });
  expect(pauseRestoredWork(db, 5)).toEqual({ plans: 0, jobs: 0, imports: 1 });
  expect(table.polled()).toEqual([]);
  expect(table.of('p').map(({ watch }) => watch)).toEqual(['needs-person', 'ended']);
});
