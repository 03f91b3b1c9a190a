import { Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { inOneOrder, isUnfinished, windowOn, type Shown } from '../fixtures/stored-data/shown.ts';
import {
  dropUnfinishedJobs,
  moveTo,
  openStored,
  passphrase,
  replay,
  shownThen,
  story,
} from '../fixtures/stored-data/stored.ts';
import { openedAtMs, removeSome, storyPlatform } from '../fixtures/stored-data/story.ts';
import { temporaryFolder, until } from '../helpers/rig.ts';

afterEach(() => void vi.restoreAllMocks());

async function opened(options: Parameters<typeof openStored>[1] = {}) {
  const { core, client } = await openStored(temporaryFolder(), options);
  onTestFinished(() => core.close());
  return windowOn(client);
}

/** From now on, all connections of this process fail. */
function cutOff() {
  return vi.spyOn(Socket.prototype, 'connect').mockImplementation(function refuse(this: Socket) {
    return this.destroy(Object.assign(new Error('this test has no network'), { code: 'ECONNREFUSED' }));
  });
}

/** A request that checks whether the platform can be reached. */
const connectionCheck = '/runners?per_page=1';

test('data of an earlier release is shown unchanged, without a request', async () => {
  cutOff();
  const reeve = await opened({ prepare: dropUnfinishedJobs });
  const shown = await until(
    () => reeve.shown(),
    ({ jobs }) => !jobs.some(isUnfinished),
  );
  const then = shownThen();
  const isKept = (job: Shown['jobs'][number]) => job.startedAt < openedAtMs && !isUnfinished(job);
  // Views of releases without a version have version 1
  const views = Object.fromEntries(
    Object.entries(then.views).map(([name, all]) => [name, all.map((view) => ({ ...view, version: 1 }))]),
  );
  const expected = { ...then, views, lists: inOneOrder(then.lists), jobs: then.jobs.filter(isKept) };
  const now = { ...shown, lists: inOneOrder(shown.lists), jobs: shown.jobs.filter(isKept) };
  for (const [name, part] of Object.entries(expected)) {
    expect({ [name]: now[name as keyof typeof now] }).toEqual({ [name]: part });
  }
  expect(Object.keys(now)).toEqual(Object.keys(expected));
  const sent = await reeve.sent();
  expect(sent.map(({ path }) => path).filter((path) => path !== connectionCheck)).toEqual([]);
});

test('the fixture contains all kinds of stored data', () => {
  const { lists, views, expiring, plans, journal, imports, notices, jobs } = shownThen();
  const { users, pushRules, ...scoped } = lists;
  for (const [name, { rows }] of Object.entries({ users, ...scoped }))
    expect([name, rows.length > 0]).toEqual([name, true]);
  for (const { rows } of [users, scoped.runners, scoped.accessTokens])
    expect(rows.some(({ goneAt }) => goneAt !== null)).toBe(true);
  expect(new Set(scoped.runners.rows.map(({ scope }) => scope)).size).toBe(3);
  expect(pushRules['group:1'].state).toBe('configured');
  expect(users.details.length).toBeGreaterThan(0);
  expect(Object.values(views).flat()).toHaveLength(3);
  expect(plans.map(({ state, pausedWhy }) => pausedWhy ?? state)).toEqual(
    expect.arrayContaining(['canary', 'restart', 'draft', 'done']),
  );
  expect(new Set(journal.map(({ undo }) => undo.kind))).toEqual(new Set(['exact', 'lossy', 'none']));
  expect(journal.some(({ undoneBy }) => undoneBy !== null)).toBe(true);
  expect(expiring.parts.find(({ part }) => part === 'kept')?.count).toBe(1);
  expect(imports.entries).toHaveLength(1);
  expect(notices).toHaveLength(1);
  expect(new Set(jobs.map(({ state }) => state))).toEqual(new Set(['done', 'unfinished', 'needs-person']));
});

test('the stored passphrase opens the folder, and the tokens stay in the keychain', async () => {
  cutOff();
  const keychain = Object.fromEntries(
    Object.entries(story().keychain).filter(([name]) => !name.startsWith('database-key:')),
  );
  const reeve = await opened({ keychain });
  await expect(reeve.shown()).rejects.toMatchObject({ code: 'denied' });
  await reeve.unlock(passphrase);
  const { profiles, journal } = await reeve.shown();
  expect(profiles).toEqual(shownThen().profiles);
  expect(journal).toEqual(shownThen().journal);
});

test('stored entries are undone and stored plans are resumed on the platform that they were made for', async () => {
  const platform = await storyPlatform();
  onTestFinished(() => platform.close());
  await replay(platform);
  removeSome(platform);
  const { world } = platform;
  const notes = () =>
    world.runners.filter(({ runner_type }) => runner_type === 'instance_type').map((one) => one.maintenance_note);
  const wiki = () => platform.requests.count('POST /projects/:id/wikis');
  expect(notes().slice(0, 6)).toEqual(['To be undone', 'By the canary', expect.any(String), null, null, null]);

  const reeve = await opened({ isOnline: true, ...(await moveTo(platform)) });
  const { plans, journal } = await reeve.shown();
  const planPaused = (why: string) => plans.find(({ pausedWhy }) => pausedWhy === why)?.id ?? '';
  const done = (planId: string) =>
    until(
      () => reeve.planState(planId),
      (state) => state === 'done',
    );
  for (const why of ['canary', 'restart']) {
    await reeve.resume(planPaused(why));
    await done(planPaused(why));
  }
  expect(notes().slice(0, 6)).toEqual([
    'To be undone',
    'By the canary',
    'By the canary',
    'By the canary',
    'Waits',
    'Waits',
  ]);

  const entryOf = (op: string) =>
    journal.findLast((one) => one.op === op && one.state === 'applied' && one.undoneBy === null && one.undoOf === null)
      ?.id ?? 0;
  const unfinished = shownThen().jobs.filter(isUnfinished);
  const jobs = await until(
    () => reeve.jobs(),
    (all) => !all.some(isUnfinished),
  );
  const ends = unfinished.map(({ id }) => jobs.find((job) => job.id === id)?.state);
  expect(ends).toEqual(['done', 'done']);

  const made = wiki();
  for (const op of ['runners.edit', 'wikis.remove', 'branches.create']) await done(await reeve.undo(entryOf(op)));
  expect(notes()[0] ?? '').toBe('');
  expect(wiki()).toBe(made + 1);
  expect(platform.requests.count('DELETE /projects/:id/repository/branches/:branch')).toBe(1);
});
