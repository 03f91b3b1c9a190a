import { expect, test } from 'vitest';
import { Preferences } from '#shared/contract/host.ts';
import type { Job } from '#shared/contract/job.ts';
import { capabilities } from '#main/state/capabilities.ts';
import { imports } from '#main/state/imports.ts';
import { jobs } from '#main/state/jobs.ts';
import { newestVersion } from '#main/state/open/migrate.ts';
import { notices } from '#main/state/notices.ts';
import { preferences } from '#main/state/preferences.ts';
import { profiles } from '#main/state/profiles.ts';
import { views } from '#main/state/views.ts';
import { sampleProfile } from './data-folders.ts';
import { databaseAt } from './migrations/database-at.ts';

const someJob: Job = {
  id: 'j1',
  kind: 'crawl',
  profileId: 'p1',
  input: {},
  state: 'running',
  startedAt: 1_000,
  finishedAt: null,
  rows: 300,
  estimatedRows: 1_000,
  etaMs: 4_000,
  requests: 3,
  changed: 300,
  unreadable: 0,
  notReturnedFound: 0,
  resumeAt: null,
  lanes: [{ label: '2020 to 2023', share: 0.3, rows: 300, isDone: false }],
  failure: null,
};

test('a profile is added, edited, opened, listed and removed', () => {
  const all = profiles(databaseAt(newestVersion));
  const added = all.add(sampleProfile, 1_000);
  expect(added).toEqual({
    ...sampleProfile,
    id: added.id,
    proposedDialect: null,
    createdAt: 1_000,
    lastOpenedAt: null,
  });
  all.add({ ...sampleProfile, name: 'Second' }, 2_000);
  expect(all.list().map(({ name }) => name)).toEqual(['Production', 'Second']);

  const edited = all.edit(added.id, { ...sampleProfile, readOnly: false, proxy: 'http://proxy:3128' });
  expect(edited).toMatchObject({ id: added.id, readOnly: false, proxy: 'http://proxy:3128', createdAt: 1_000 });
  expect(all.markOpened(added.id, 3_000).lastOpenedAt).toBe(3_000);
  expect(all.get(added.id)).toEqual({ ...edited, lastOpenedAt: 3_000 });

  expect(all.remove(added.id)).toBe(true);
  expect(all.remove(added.id)).toBe(false);
  expect(all.get(added.id)).toBeNull();
  expect(() => all.edit(added.id, sampleProfile)).toThrow(expect.objectContaining({ code: 'missing' }));
  expect(() => all.markOpened(added.id, 1)).toThrow(expect.objectContaining({ code: 'missing' }));
});

test('preferences have defaults and are changed one by one', () => {
  const settings = preferences(databaseAt(newestVersion));
  expect(settings.get()).toEqual(Preferences.parse({}));
  expect(settings.set({ theme: 'dark', tables: { users: { hidden: ['bio'] } } })).toMatchObject({ theme: 'dark' });
  expect(settings.set({ density: 'compact', theme: undefined })).toEqual({
    ...Preferences.parse({}),
    theme: 'dark',
    density: 'compact',
    tables: { users: { hidden: ['bio'] } },
  });
});

test('an invalid or unknown preference falls back to its default, and the others stay', () => {
  const db = databaseAt(newestVersion);
  const settings = preferences(db);
  settings.set({ density: 'compact' });
  const put = db.prepare('INSERT INTO preferences (name, value) VALUES (?, ?)');
  put.run('theme', '"sepia"');
  put.run('panelWidthPx', '{half a');
  put.run('ofTheFuture', 'true');
  expect(settings.get()).toEqual({ ...Preferences.parse({}), density: 'compact' });
  settings.set({ theme: 'light' });
  expect(settings.get().theme).toBe('light');
});

test('saved views belong to a console, keep their query unchanged, and are listed by name', () => {
  const all = views(databaseAt(newestVersion));
  const query = { search: 'ada', filter: { admins: true }, ofTheFuture: [1, null] };
  const saved = all.save({ table: 'users', name: 'Zebra', query, version: 2 }, 1_000);
  expect(saved).toEqual({ id: saved.id, table: 'users', name: 'Zebra', query, version: 2, createdAt: 1_000 });
  all.save({ table: 'users', name: 'Admins', query: {}, version: 2 }, 2_000);
  all.save({ table: 'runners', name: 'Offline', query: {}, version: 2 }, 2_000);
  expect(all.list('users').map(({ name }) => name)).toEqual(['Admins', 'Zebra']);

  expect(all.save({ id: saved.id, table: 'users', name: 'Renamed', query, version: 2 }, 3_000)).toEqual({
    ...saved,
    name: 'Renamed',
  });
  expect(() => all.save({ id: 'none', table: 'users', name: 'x', query, version: 2 }, 1)).toThrow(
    expect.objectContaining({ code: 'missing' }),
  );
  expect(all.remove(saved.id)?.name).toBe('Renamed');
  expect(all.remove(saved.id)).toBeNull();
});

test('a job is stored completely, updated in place, and listed newest first', () => {
  const all = jobs(databaseAt(newestVersion));
  all.upsert(someJob);
  all.upsert({ ...someJob, id: 'j2', startedAt: 2_000 });
  all.upsert({ ...someJob, rows: 400 });
  expect(all.list().map(({ id }) => id)).toEqual(['j2', 'j1']);
  expect(all.get('j1')).toEqual({ ...someJob, rows: 400 });
  expect(all.get('none')).toBeNull();
});

test('a job is stored with the names of earlier releases', () => {
  const db = databaseAt(newestVersion);
  const { notReturnedFound, ...others } = someJob;
  const named = { ...others, kind: 'lists.crawl', state: 'needs-person' as const };
  const input = { collection: 'runners', scope: 'group:7' };
  const job = { ...named, input, asks: 'not-returned' as const, notReturnedFound, agreedNotReturned: 3 };
  jobs(db).upsert(job);
  const doc = db.prepare<[], string>('SELECT doc FROM jobs').pluck().get() ?? '';
  expect(JSON.parse(doc)).toEqual({
    ...named,
    ...{ input: { stem: 'runners', scope: 'group:7' }, asks: 'gone', goneFound: notReturnedFound, agreedGone: 3 },
  });
  expect(jobs(db).list()).toEqual([job]);
});

test('at a start running and waiting jobs become interrupted, and finished ones stay finished', () => {
  const all = jobs(databaseAt(newestVersion));
  const states = ['running', 'waiting', 'interrupted', 'done', 'failed', 'cancelled', 'needs-person'] as const;
  for (const state of states) all.upsert({ ...someJob, id: state, state });
  expect(
    all
      .markInterrupted()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['running', 'waiting']);
  const after = Object.fromEntries(all.list().map(({ id, state }) => [id, state]));
  expect(after).toEqual({
    ...Object.fromEntries(states.map((state) => [state, state])),
    running: 'interrupted',
    waiting: 'interrupted',
  });
  expect(all.get('running')?.etaMs).toBeNull();
  expect(all.markInterrupted()).toEqual([]);
});

test('a job in an unknown format is left out of the list', () => {
  const db = databaseAt(newestVersion);
  const all = jobs(db);
  all.upsert(someJob);
  db.prepare(
    `INSERT INTO jobs (id, profile_id, state, started_at, doc) VALUES ('j9', 'p1', 'done', 9, '{"id":1}')`,
  ).run();
  expect(all.list().map(({ id }) => id)).toEqual(['j1']);
});

test('old finished jobs are pruned, running ones are not, and the jobs of a removed profile are deleted', () => {
  const all = jobs(databaseAt(newestVersion));
  all.upsert({ ...someJob, id: 'old-running', startedAt: 0 });
  all.upsert({ ...someJob, id: 'old-done', state: 'done', startedAt: 0 });
  for (let n = 1; n <= 500; n += 1)
    all.upsert({ ...someJob, id: `n${n}`, state: 'done', startedAt: n, profileId: 'p2' });
  expect(all.prune()).toBe(1);
  expect(all.get('old-running')).not.toBeNull();
  expect(all.get('old-done')).toBeNull();
  expect(all.removeOf('p2')).toBe(500);
  expect(all.list().map(({ id }) => id)).toEqual(['old-running']);
});

test('notices are listed newest first, and the oldest beyond 200 are deleted', () => {
  const all = notices(databaseAt(newestVersion));
  for (let at = 1; at <= 205; at += 1) all.add({ at, code: 'restored', detail: `copy ${at}` });
  expect(all.list({ limit: 2 })).toEqual([
    { at: 205, code: 'restored', detail: 'copy 205' },
    { at: 204, code: 'restored', detail: 'copy 204' },
  ]);
  expect(all.list({ limit: 1_000 })).toHaveLength(200);
});

test('capabilities are stored for each profile, and are empty if stored in an unknown format', () => {
  const db = databaseAt(newestVersion);
  const all = capabilities(db);
  const capability = {
    name: 'users',
    endpoint: 'GET /users',
    outcome: 'denied',
    status: 403,
    reportedMessage: 'Forbidden',
    checkedAt: 1_000,
  } as const;
  expect(all.of('p1')).toEqual([]);
  all.put('p1', [{ ...capability, outcome: 'unknown' }]);
  all.put('p1', [capability]);
  expect(all.of('p1')).toEqual([capability]);
  expect(all.of('p2')).toEqual([]);
  db.prepare(`UPDATE capabilities SET doc = '{"of":"the future"}'`).run();
  expect(all.of('p1')).toEqual([]);
  all.put('p1', [capability]);
  all.remove('p1');
  expect(all.of('p1')).toEqual([]);
});

test('an import keeps its start time when it changes, and one that waits for a person no longer counts as running', () => {
  const all = imports(databaseAt(newestVersion));
  const begun = { profileId: 'p1', projectId: 7, startedAt: 1_000, polledAt: 1_000, reportedAt: 1_000 };
  all.put({ ...begun, watch: 'under-way', report: { import_status: 'scheduled' } });
  all.put({ ...begun, projectId: 8, watch: 'ended', report: { import_status: 'finished' } });
  all.put({ ...begun, startedAt: 9, polledAt: 2_000, watch: 'under-way', report: { import_status: 'started' } });
  const known = { ...begun, polledAt: 2_000, watch: 'under-way', report: { import_status: 'started' } };
  expect(all.polled()).toEqual([known]);
  expect(all.pausePolling()).toBe(1);
  expect(all.polled()).toEqual([]);
  expect(all.of('p1').map(({ projectId, watch }) => [projectId, watch])).toEqual([
    [7, 'needs-person'],
    [8, 'ended'],
  ]);
  expect(all.get('p1', 7)).toEqual({ ...known, watch: 'needs-person' });
});
