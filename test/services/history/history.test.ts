import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { historyServices } from '#main/services/history/history.ts';
import { createFileExports } from '#main/services/exports/file-exports.ts';
import { changesOf, openHistory } from '../../cache/history/read/rig.ts';
import { user } from '../../cache/rows.ts';

const plan = { id: 'p1', title: { one: 'Block 1 user', many: 'Block {n} users' }, ops: [], undoOf: null };
const paths = [
  { kind: 'project', id: 7, path: 'acme/core' },
  { kind: 'group', id: 2, path: 'acme' },
];
const signal = new AbortController().signal;

/** The services over a history in memory, and the exported files. */
async function served() {
  const history = openHistory();
  const folder = await mkdtemp(join(tmpdir(), 'reeve-history-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const exports = { place: async (name: string) => join(folder, name), finish: async () => [] };
  const instance = {
    profile: { id: 'a', name: 'Acme', url: 'https://git.example' },
    ...{ history: history.read, asOf: null },
    scopeOf: (scope: string) => scope.replace('project:acme/core', 'project:7'),
  };
  const services = historyServices({
    open: () => instance as never,
    state: {
      plans: { stored: (id: string) => (id === 'p1' ? plan : null), counts: () => ({ done: 2 }) },
      catalogue: { knownIds: () => paths },
    } as never,
    clock: { now: () => 0 } as never,
    ports: { about: { version: '1.0.0' } } as never,
    fileExports: createFileExports(exports),
    onForgotten: () => undefined,
  });
  const member = { collection: 'members', scope: 'project:7', id: 1 } as const;
  history.cache('members', 'project:7', [{ id: 1, username: 'ann', name: '=Ann', access_level: 40 }]);
  history.cache('users', '', [user(2)]);
  history.cover('members', 'project:7', [500]);
  history.cover('users', '', [500]);
  history.log({
    ...member,
    kind: 'changed',
    at: 1_000,
    since: 0,
    fields: { access_level: [30, 40], state: ['a', 'b'] },
  });
  const by = (source: 'ours' | 'adjusted' | 'probably', cause: string, at: number) =>
    history.log({ collection: 'users', id: 2, kind: 'changed', at, source, cause, fields: { note: ['', 'x'] } });
  by('ours', 'p1 7', 2_000);
  by('adjusted', 'p1 7', 3_000);
  by('probably', 'gone', 4_000);
  history.log({ collection: 'users', id: 9, kind: 'notReturned', at: 5_000, fields: { name: 'Left' } });
  return { history, services };
}

test('a change by Reeve names its plan', async () => {
  const { services } = await served();
  const { entries } = await services.changes(changesOf(), signal);
  expect(entries.map(({ by }) => by)).toEqual([
    { kind: 'outside' },
    { kind: 'probably', planId: 'gone', plan: null, journalId: null },
    { kind: 'adjusted', planId: 'p1', plan: 'Block 2 users', journalId: 7 },
    { kind: 'reeve', planId: 'p1', plan: 'Block 2 users', journalId: 7 },
    { kind: 'outside' },
  ]);
  const slice = { from: 0, count: 10 };
  const life = await services.life({ collection: 'users', scope: '', id: 2, by: 'reeve', slice }, signal);
  expect(life.entries.map(({ by }) => by.kind)).toEqual(['probably', 'adjusted', 'reeve']);
});

test('a place by its path, a place below a group, and a path in a search are found', async () => {
  const { services } = await served();
  const total = async (query: Parameters<typeof changesOf>[0]) =>
    (await services.changes(changesOf(query), signal)).total;
  expect(await total({ filter: { place: 'project:acme/core' } })).toBe(1);
  expect(await total({ filter: { place: 'group:2' } })).toBe(1);
  expect(await total({ search: 'acme/core' })).toBe(1);
  const days = await services.days(
    { ...changesOf({ until: 9_000, filter: { place: 'group:2' } }), utcOffsetMinutes: 0 },
    signal,
  );
  expect(days).toEqual([{ day: '1970-01-01', outside: 1, reeve: 0, syncs: 2 }]);
});

test('an export has one line for each changed field, without formulas', async () => {
  const { services } = await served();
  const { path, rows } = await services.exportChanges({ ...changesOf(), format: 'csv' }, signal);
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  expect(rows).toBe(6);
  expect(lines).toHaveLength(7);
  expect(lines[0]).toContain('time,since,list,place,id,name,kind,field,before,after,by,plan');
  expect(lines[1]).toBe(`1970-01-01T00:00:05.000Z,,users,,9,Left,notReturned,,"{""name"":""Left""}",,outside,`);
  expect(lines[4]).toBe(`1970-01-01T00:00:02.000Z,,users,,2,Person 2,changed,note,,x,reeve,Block 2 users`);
  expect(lines[5]).toBe(
    `1970-01-01T00:00:01.000Z,1970-01-01T00:00:00.000Z,members,acme/core,1,'=Ann,changed,access_level,30,40,outside,`,
  );
});

test('the history of a row and the differences of a list are exported, too', async () => {
  const { services } = await served();
  const row = { collection: 'members', scope: 'project:7', id: 1 };
  const life = await services.exportLife({ ...row, format: 'json' }, signal);
  const read = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as unknown;
  expect(await read(life.path)).toMatchObject([
    { field: 'access_level', before: 30, after: 40, by: 'outside' },
    { field: 'state', before: 'a', after: 'b' },
  ]);
  const query = { a: 600, b: 9_000, collection: 'users', kind: null, search: '' };
  const found = await services.exportDifferences({ ...query, format: 'json' }, signal);
  expect(await read(found.path)).toMatchObject([
    { list: 'users', id: 9, kind: 'notReturned', at_a: { name: 'Left' }, at_b: null },
    { list: 'users', id: 2, kind: 'changed', field: 'note', at_a: '', at_b: 'x', by: 'probably', plan: 'gone' },
  ]);
  expect(Object.keys(((await read(found.path)) as object[])[0] ?? {})).not.toContain('fetched_at');
});
