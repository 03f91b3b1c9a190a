import { expect, onTestFinished, test } from 'vitest';
import { createCore } from '#main/core/create-core.ts';
import { days, minutes, seconds } from '#shared/time.ts';
import { fakePorts } from '../helpers/fake-ports.ts';
import { temporaryFolder, until } from '../helpers/rig.ts';
import { noteSeen } from '../helpers/seen-endpoints.ts';
import { virtualClock } from '../helpers/virtual-clock.ts';
import { attach } from '../helpers/window.ts';
import { createPlatform } from '../platform/platform.ts';
import type { Settings } from '../platform/settings.ts';

const atMs = Date.parse('2026-11-20T08:00:00Z');
const slice = { from: 0, count: 100 };
const everywhere = { scope: null };

/** The demo as `npm start` starts it, in simulated time and without a window. */
async function demo(settings: Partial<Settings>) {
  const platform = await createPlatform({ users: 60, atMs, ...settings });
  onTestFinished(() => {
    noteSeen(platform);
    return platform.close();
  });
  const clock = virtualClock((now) => platform.clock.set(now), atMs);
  const core = await createCore({ ...fakePorts(temporaryFolder()), clock }, { isAutomatic: true });
  onTestFinished(() => core.close());
  const given = { url: platform.url, token: platform.tokens.admin, exports: platform.exports };
  await core.addDemo(given);
  return { platform, clock, core, given };
}

test('the demo is set up with fewer than 400 requests, without a window and without a question, also if that takes more than five minutes', async () => {
  const { platform, clock, core } = await demo({ users: 500, ratePerMinute: 30 });
  await until(
    async () => {
      await clock.advance(seconds(15));
      return platform.requests.count('GET /projects/:id/remote_mirrors');
    },
    (n) => n > 0,
  );
  const client = attach(core);
  const setup = await until(
    async () => {
      await clock.advance(seconds(15));
      return client.setup.get();
    },
    ({ state }) => state !== 'running' && state !== 'waiting',
  );
  expect(setup).toMatchObject({ state: 'done', choice: 'everything' });
  expect(platform.requests.count()).toBeLessThan(400);
  // Except for the demo, a setup that takes so long asks a person first
  expect(setup.costs[0]?.ms).toBeGreaterThan(minutes(5));
});

test('within ten minutes of its start the demo shows one problem of each kind and exports in all states, although the user does nothing', async () => {
  const { platform, clock, core, given } = await demo({ moving: true, probes: ['import'] });
  const client = attach(core);
  await clock.advance(minutes(10));

  const mirrors = await client.remoteMirrors.list({ query: { ...everywhere, filter: { has_alarm: true } }, slice });
  expect(mirrors.rows.map(({ row }) => row.alarm)).toEqual(expect.arrayContaining(['stuck', 'failed']));
  const hooks = await client.webhooks.list({ query: { ...everywhere, filter: { state: 'disabled' } }, slice });
  expect(hooks.total).toBeGreaterThan(0);
  const stale = await client.runners.list({ query: { ...everywhere, filter: { status: 'stale' } }, slice });
  expect(stale.total).toBeGreaterThan(0);
  const soon = new Date(clock.now() + days(7)).toISOString();
  const tokens = await client.accessTokens.list({
    query: { ...everywhere, filter: { expires_before: soon, state: 'active' } },
    slice,
  });
  expect(tokens.total).toBeGreaterThan(0);
  const { found } = await client.imports.history();
  expect(found.map(({ import_status: status }) => status).toSorted()).toEqual(['failed', 'finished']);
  expect(found.find(({ import_status: status }) => status === 'failed')?.import_error).toMatch(/.{20}/);
  const wanted = ['found info', 'runner-offline alarm', 'mirror-stuck alarm', 'mirror-recovered recovered'];
  // The checks of the last minutes may still wait for replies
  const { notices } = await until(
    () => client.notices.list(),
    (list) => wanted.every((one) => list.notices.some(({ kind, tone }) => one === `${kind} ${tone}`)),
  );
  const labels = notices.flatMap((notice) => notice.found.map(({ label }) => label));
  expect(labels).toEqual(
    expect.arrayContaining(['Runners stale and not paused', 'Webhooks disabled', 'Mirrors failing']),
  );

  const listed = async () => (await client.dependencyExports.list({ query: {}, slice })).rows;
  const exports = await until(listed, (rows) => rows.filter(({ packages }) => (packages ?? 0) > 0).length === 5);
  const placesOf = (state: string) =>
    exports
      .filter((row) => row.state === state)
      .map(({ kind, place, exportType }) => `${kind} ${place} ${exportType}`)
      .toSorted();
  expect(placesOf('failed')).toEqual(['project acme/platform/runner-images csv']);
  expect(placesOf('stalled')).toEqual(['group acme json_array']);
  const [newer, older] = exports.filter(({ kind, place }) => kind === 'project' && place === 'acme/core');
  const ids = { from: older?.id ?? 0, to: newer?.id ?? 0 };
  const { counts } = await client.dependencyExports.compare({ ...ids, slice });
  expect(Math.min(counts.added, counts.removed, counts.version)).toBeGreaterThan(0);
  expect(platform.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);

  // The next start does not add exports again, not even exports that were removed from the list
  await client.dependencyExports.remove({ ids: [ids.to] });
  await core.addDemo(given);
  expect((await listed()).map(({ id }) => id)).toEqual(exports.map(({ id }) => id).filter((id) => id !== ids.to));
});
