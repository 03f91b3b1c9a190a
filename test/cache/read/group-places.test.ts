import { expect, onTestFinished, test, vi } from 'vitest';
import { definitions } from '#main/cache/definitions.ts';
import { indexesOf } from '#main/cache/derive.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { coverageReader } from '#main/cache/read/coverage.ts';
import { groupPlaces } from '#main/cache/read/places/group-places.ts';
import { writer } from '#main/cache/write/writer.ts';
import { activityLists } from '#shared/contract/places.ts';
import { freshFile } from '../rig.ts';

test('the newest row of each project is found in an index alone', async () => {
  const db = openCache(await freshFile(), 'write');
  const write = writer(db, definitions, () => undefined);
  onTestFinished(() => write.close());
  for (const definition of definitions) for (const { sql } of indexesOf(definition)) db.exec(sql);
  const prepared = vi.spyOn(db, 'prepare');
  const known = { places: [], alarms: [], now: 0, openedAt: 0, syncing: [] };
  groupPlaces(db, coverageReader(db))(known);
  const statements = prepared.mock.calls.map(([sql]) => sql).filter((sql) => sql.startsWith('SELECT scope, key, max('));
  expect(statements).toHaveLength(activityLists.length);
  for (const sql of statements) {
    const plan = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all();
    expect(plan[0]?.detail, sql).toMatch(/USING COVERING INDEX/);
  }
});
