import { expect, test } from 'vitest';
import { member, members, openRecorded, ours } from './rig.ts';

const all = [1, 2, 3].map((id) => member(id));
const at = { ...members, id: 1 };
const withLevel = (level: number) => [member(1, { access_level: level }), member(2), member(3)];
const level = (value: number) => ({
  at,
  fields: { access_level: value },
  by: ours({ access_level: value }),
  now: 1_500,
});

async function synced() {
  const opened = await openRecorded();
  opened.sync(members, all, 1_000);
  return opened;
}

test('a write by Reeve has its cause and an exact time, and the next sync finds nothing new', async () => {
  const { write, sync, entries } = await synced();
  write.putFields(level(40));
  sync(members, withLevel(40), 2_000);
  sync(members, withLevel(50), 3_000);
  expect(entries()).toMatchObject([
    {
      kind: 'changed',
      source: 'ours',
      cause: 'plan-1 7',
      found: 1_500,
      since: null,
      fields: { access_level: [30, 40] },
    },
    { kind: 'changed', source: 'sync', cause: null, since: 2_000, fields: { access_level: [40, 50] } },
  ]);
});

test('another value in the first sync after a write was adjusted by the platform', async () => {
  const { write, sync, entries } = await synced();
  write.putFields(level(40));
  sync(members, withLevel(35), 2_000);
  expect(entries()[1]).toMatchObject({ source: 'adjusted', cause: 'plan-1 7', fields: { access_level: [40, 35] } });
});

test('the value of a write whose outcome is not known is probably by Reeve, another value is not', async () => {
  const cause = { planId: 'plan-2', journalId: null };
  for (const [found, source] of [
    [40, 'probably'],
    [35, 'sync'],
  ] as const) {
    const { write, sync, entries } = await synced();
    write.noteUncertain({ at, fields: { access_level: 40 }, cause, now: 1_500 });
    sync(members, withLevel(found), 2_000);
    sync(members, withLevel(30), 3_000);
    sync(members, withLevel(40), 4_000);
    expect(entries().map((one) => one.source)).toEqual([source, 'sync', 'sync']);
    expect(entries()[0]?.cause).toBe(source === 'probably' ? 'plan-2' : null);
  }
});

test('rows that Reeve created or deleted are by Reeve, and a deletion whose outcome is not known is probably by Reeve', async () => {
  const { write, sync, entries } = await synced();
  const by = ours({ access_level: 30 }, { isCreation: true });
  write.put({ place: members, id: 4, record: member(4), by, now: 1_500 });
  write.markAllDeleted({ at: { ...members, id: 2 }, by: ours(null), now: 1_600 });
  const cause = { planId: 'plan-3', journalId: 9 };
  write.noteUncertain({ at: { ...members, id: 3 }, fields: null, cause, now: 1_700 });
  sync(members, [member(1), member(4)], 2_000);
  expect(entries()).toMatchObject([
    { kind: 'came', id: 4, source: 'ours', found: 1_500 },
    { kind: 'deleted', id: 2, source: 'ours', found: 1_600, fields: { access_level: 30 } },
    { kind: 'notReturned', id: 3, source: 'probably', cause: 'plan-3 9' },
  ]);
});

test('a list that was requested before a write and arrives after it gives no entries', async () => {
  const { write, sync, entries } = await synced();
  write.putFields({ ...level(40), now: 2_000 });
  write.markAllDeleted({ at: { ...members, id: 2 }, by: ours(null), now: 2_000 });
  sync(members, all, 2_000);
  sync(members, [member(1, { access_level: 40 }), member(3)], 3_000);
  expect(entries().map(({ kind, source }) => [kind, source])).toEqual([
    ['changed', 'ours'],
    ['deleted', 'ours'],
  ]);
});

test('what a sync finds before the reply of a write is stored is by Reeve', async () => {
  const { write, sync, entries } = await synced();
  sync(members, [...withLevel(40), member(4)], 2_000);
  write.putFields({ ...level(40), now: 2_100 });
  const by = ours({ access_level: 30 }, { isCreation: true });
  write.put({ place: members, id: 4, record: member(4), by, now: 2_200 });
  expect(entries().map(({ kind, source, cause, since }) => [kind, source, cause, since])).toEqual([
    ['changed', 'ours', 'plan-1 7', null],
    ['came', 'ours', 'plan-1 7', null],
  ]);
});

test('a runner that Reeve changes or deletes in several scopes has one entry', async () => {
  const { write, sync, entries } = await openRecorded();
  for (const scope of ['', 'group:1']) sync({ collection: 'runners', scope }, [{ id: 1, paused: false }], 1_000);
  while (write.buildNextIndex());
  const runner = { collection: 'runners', scope: null, id: 1 };
  write.putFields({ at: runner, fields: { paused: true }, by: ours({ paused: true }), now: 1_500 });
  for (const scope of ['', 'group:1']) sync({ collection: 'runners', scope }, [{ id: 1, paused: true }], 2_000);
  write.markAllDeleted({ at: runner, by: ours(null), now: 2_500 });
  expect(entries().map(({ kind, scope, source }) => [kind, scope, source])).toEqual([
    ['changed', '', 'ours'],
    ['deleted', '', 'ours'],
  ]);
});
