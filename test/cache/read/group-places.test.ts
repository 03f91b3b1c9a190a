import { expect, onTestFinished, test, vi } from 'vitest';
import { definitions } from '#main/cache/definitions.ts';
import { indexesOf } from '#main/cache/derive.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { coverageReader } from '#main/cache/read/coverage.ts';
import { groupPlaces } from '#main/cache/read/places/group-places.ts';
import { writer } from '#main/cache/write/writer.ts';
import { activityLists } from '#shared/contract/places.ts';
import { freshFile, openBoth } from '../rig.ts';

test('the newest row of each project is found in an index alone', async () => {
  const db = openCache(await freshFile(), 'write');
  const write = writer(db, definitions, () => undefined);
  onTestFinished(() => write.close());
  for (const definition of definitions) for (const { sql } of indexesOf(definition)) db.exec(sql);
  const prepared = vi.spyOn(db, 'prepare');
  const known = { places: [], alarms: [], now: 0, openedAt: 0, syncing: [] };
  groupPlaces(db, coverageReader(db))(known);
  const [newest] = prepared.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes('UNION ALL'));
  const plan = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${newest ?? ''}`).all();
  const reads = plan.map(({ detail }) => detail).filter((detail) => /^(?:SCAN|SEARCH) \w+ /.test(detail));
  expect(reads).toHaveLength(activityLists.length);
  for (const read of reads) expect(read).toContain('USING COVERING INDEX');
});

const member = (id: number, level: number, state = 'active') => ({
  ...{ id, username: `user-${id}`, name: `Person ${id}`, state, access_level: level },
});

/** The home of a group with a project for each list of members. Of these members, some are no longer returned. */
async function homeOf(lists: readonly ReturnType<typeof member>[][], deleted: readonly number[] = []) {
  const { store, reader } = await openBoth();
  for (const [at, rows] of lists.entries()) {
    const place = { collection: 'members', scope: `project:${at}` };
    await store.beginList({ place, estimatedRows: null, now: 1 });
    await store.putListPage({ place, rows, now: 1 });
    await store.finishSyncRun({ place, now: 1 });
    for (const id of deleted) await store.markDeleted({ place, id, now: 2 });
  }
  const places = lists.map((_, at) => ({
    ...{ key: at, kind: 'project' as const, scope: `project:${at}`, label: `acme/p${at}`, around: [] },
  }));
  return reader.groupPlaces({ places, alarms: [], now: 3, openedAt: 0, syncing: [] });
}

test('members that are no longer returned, and Owners whose account is blocked, are not counted in the home of a group', async () => {
  const { places, people } = await homeOf(
    [[member(1, 50), member(2, 50, 'blocked'), member(3, 50), member(4, 30)]],
    [3, 4],
  );
  expect(places[0]?.project?.members).toEqual({ count: 2, owners: 1 });
  expect(people).toEqual([{ level: 50, count: 2 }]);
});

test('a person with several levels in the projects of a group counts once, with the highest', async () => {
  const { people } = await homeOf([[member(1, 20), member(2, 30)], [member(1, 40)]]);
  expect(people).toEqual([
    { level: 40, count: 1 },
    { level: 30, count: 1 },
  ]);
});
