import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { webhookWatches } from '#main/jobs/watches/webhooks.ts';
import type { Questions } from '#main/jobs/job.ts';
import type { WatchResult } from '#main/jobs/watches/watch.ts';
import { rowArchive } from '#main/services/archive/row-archive.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { noLeave } from '#main/services/lists/sync-limits.ts';
import type { Observation } from '#main/services/notices/notice.ts';
import { isAlerting, isDisabled } from '#main/services/webhooks/webhook-health.ts';
import { webhookWatching } from '#main/services/webhooks/webhook-watching.ts';
import type { StateTables } from '#main/services/state-tables.ts';
import { archive } from '#main/state/archive.ts';
import { migrations as archiveMigrations } from '#main/state/archive-migrations/all.ts';
import { migrations } from '#main/state/migrations/all.ts';
import { migrate } from '#main/state/open/migrate.ts';
import { webhookWatches as webhookTable } from '#main/state/webhook-watches.ts';
import { figures } from '#shared/contract/figures.ts';
import { days, minutes, toIso } from '#shared/time.ts';
import { quickClock, senderTo } from '../api/rig.ts';
import { freshFile, openBoth } from '../cache/rig.ts';
import { pageOf } from '../cache/rows.ts';
import { createPlatform } from '../platform/platform.ts';

function database(all: typeof migrations) {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  db.pragma('foreign_keys=ON');
  migrate(db, { before: () => undefined }, all);
  return db;
}

/** The watches of one webhook with deliveries. */
async function opened() {
  const platform = await createPlatform({ users: 10 });
  onTestFinished(() => platform.close());
  const { world } = platform;
  const { send } = senderTo(platform.url, { token: () => platform.tokens.admin });
  const clock = quickClock(world.clock.now());
  const cache = await openBoth(await freshFile());
  const state = database(migrations);
  state.exec(`INSERT INTO profiles (id, name, colour, url, dialect, read_only, allow_plain_http, created_at)
              VALUES ('p', 'Test', 'iris', 'https://x', 'documented', 0, 0, 1)`);
  const kept = archive(database(archiveMigrations));
  const instance = { profile: { id: 'p' }, send, scopeOf: (scope: string) => scope, ...cache } as unknown as Instance;
  const noted: Observation[] = [];
  const watching = webhookWatching({
    state: { webhookWatches: webhookTable(state) } as StateTables,
    archive: rowArchive({ state: { archive: kept }, clock }),
    observe: (...observations) => void noted.push(...observations),
  });
  const [event] = world.webhooks.events.all();
  const hook = world.webhooks.get(event?.webhook_id ?? 0);
  if (event === undefined || hook === undefined) throw new Error('no deliveries');
  const project = `project:${hook.project_id}`;
  const scope = `${project}/hook:${hook.id}`;
  const [lists, deliveries] = webhookWatches({
    watching,
    projectsOf: () => [project],
    isOff: () => () => false,
    placesChanged: () => undefined,
  });
  let last: { lastAt: number | null; watermark: string | null } = { lastAt: null, watermark: null };
  const context = {
    ...{ instance, clock, signal: new AbortController().signal, lastAt: null, watermark: null, everyMs: 0 },
    questions: { ask: () => undefined, askedAt: () => null } as unknown as Questions,
    limits: noLeave,
  };
  async function check(): Promise<WatchResult & { requests: number }> {
    if (deliveries === undefined) throw new Error('no watch');
    platform.requests.clear();
    const result = await deliveries.check({ ...context, place: scope, ...last });
    last = { lastAt: clock.now(), watermark: result.watermark ?? null };
    return { ...result, requests: platform.requests.list('GET /projects/:id/hooks/:hook_id/events').length };
  }
  const add = (response_status = '200') => {
    const { id: _, ...fields } = event;
    return world.webhooks.events.add({ ...fields, response_status, created_at: world.clock.now() }).id;
  };
  const alarms = (kind: string) => noted.filter((one) => one.kind === kind).map(({ isAlarm }) => isAlarm);
  return {
    ...{ platform, world, clock, hook, scope, project, watching, kept, noted, alarms, add, check, deliveries },
    syncHooks: () => lists?.check({ ...context, place: project }),
    advance: (ms: number): Promise<void> => {
      platform.clock.advance(ms);
      return clock.sleep(ms);
    },
  };
}

test('the watch of a project finds its webhooks, whose deliveries are then watched', async () => {
  const { syncHooks, deliveries, scope, alarms, noted } = await opened();
  expect(deliveries?.places('p')).toEqual([]);
  expect(await syncHooks()).toMatchObject({ changed: 2 });
  expect(deliveries?.places('p')).toContain(scope);
  expect(alarms('webhook-disabled').toSorted()).toEqual([false, true]);
  expect(noted.find(({ isAlarm }) => isAlarm)).toMatchObject({ subject: 'Chat', link: { page: 'webhooks' } });
});

test('only the pages up to a known delivery are requested, and new deliveries are archived', async () => {
  const { check, add, kept, world, hook, syncHooks } = await opened();
  await syncHooks();
  for (let n = 0; n < 50; n += 1) add();
  const listed = world.webhooks.recentEvents(hook).length;
  expect(await check()).toMatchObject({ changed: listed, requests: Math.ceil(listed / 20) });
  expect(kept.latest('p', 'webhookEvents')).toHaveLength(listed);
  const ids = [add(), add()];
  expect(await check()).toMatchObject({ changed: 2, requests: 1, watermark: String(ids[1]) });
  expect(kept.latest('p', 'webhookEvents').map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(await check()).toMatchObject({ changed: 0, requests: 1 });
});

test('a gap is noted if the last check was longer ago than the platform lists deliveries', async () => {
  const { check, advance, watching, scope, syncHooks, clock } = await opened();
  await syncHooks();
  await check();
  await advance(days(6));
  await check();
  expect(watching.states('p').gaps).toEqual([]);
  const before = clock.now();
  await advance(days(10));
  await check();
  expect(watching.states('p').gaps).toEqual([{ scope, from: before, until: clock.now() - days(7) }]);
});

test('a webhook is checked every 2 minutes while a window shows it, and when its pause ends', async () => {
  const { check, advance, watching, scope, hook, clock, syncHooks, alarms, world } = await opened();
  await syncHooks();
  expect((await check()).everyMs).toBeUndefined();
  watching.open('p', scope, clock.now());
  expect((await check()).everyMs).toBe(minutes(2));
  await advance(minutes(6));
  expect((await check()).everyMs).toBeUndefined();

  Object.assign(hook, { failures: 4, disabled_until: world.clock.now() + minutes(10) });
  await syncHooks();
  expect(Math.round(((await check()).everyMs ?? 0) / minutes(1))).toBe(10);
  await advance(minutes(11));
  // The same check finds that the pause has ended
  expect((await check()).everyMs).toBeUndefined();
  expect(alarms('webhook-disabled').at(-1)).toBe(false);

  Object.assign(hook, { failures: 40, disabled_until: null, alert_status: 'disabled' });
  await syncHooks();
  expect((await check()).everyMs).toBe(minutes(30));
});

test('three failed deliveries in a row are an alarm, and only if the newest one succeeded has it recovered', async () => {
  const { check, add, alarms, watching, syncHooks, noted } = await opened();
  await syncHooks();
  add();
  for (const status of ['500', 'internal error', '404']) {
    add(status);
    await check();
  }
  expect(alarms('webhook-failing')).toEqual([false, false, true]);
  expect(watching.states('p').hooks.map(({ failing }) => failing)).toContain(3);
  const last = () => noted.findLast(({ kind }) => kind === 'webhook-failing');
  add('204');
  add('500');
  await check();
  expect(last()).not.toHaveProperty('recovered');
  add('204');
  await check();
  expect(last()).toMatchObject({ isAlarm: false, recovered: ['webhook-delivering', expect.any(String)] });
});

test('notices call the same webhooks disabled or alerting as the figures do', async () => {
  const { store, reader } = await openBoth(await freshFile());
  const now = Date.now();
  const place = { collection: 'webhooks', scope: 'project:1' };
  const statuses = ['executable', 'disabled', 'temporarily_disabled', 'rate_limited', '', null, undefined];
  const ends = [null, toIso(now - minutes(60)), toIso(now + minutes(60))];
  const hooks = statuses.flatMap((alert_status) => ends.map((disabled_until) => ({ alert_status, disabled_until })));
  const rows = hooks.map((hook, id) => ({ id, ...hook }));
  await store.beginList({ place, estimatedRows: null, now });
  await store.putListPage({ place, rows: pageOf(rows), now });
  await store.finishSyncRun({ place, now });
  const listed = async ({ filter }: { filter: Record<string, unknown> }) => {
    const sort = { by: 'id', direction: 'asc' } as const;
    const query = { scope: null, search: '', filter, sort, notReturned: 'hide' } as const;
    return (await reader.lists('webhooks').list({ query, slice: { from: 0, count: 50 } })).rows.map(
      ({ row }) => row.id,
    );
  };
  const idsOf = (is: typeof isDisabled) => rows.filter((row) => is(row, now)).map(({ id }) => id);
  expect(await listed(figures.webhooksDisabled)).toEqual(idsOf(isDisabled));
  expect(await listed(figures.webhooksAlerting)).toEqual(idsOf(isAlerting));
});
