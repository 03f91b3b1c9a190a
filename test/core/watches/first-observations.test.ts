import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { minutes } from '#shared/time.ts';
import { databases } from '../../helpers/damage.ts';
import { until } from '../../helpers/rig.ts';
import { watchedFleet, type WatchedFleet } from '../../helpers/watched-fleet.ts';

/** Each notice as its kind and what it counts. Only notices about states of the platform. */
async function noticesOf({ client }: WatchedFleet): Promise<string[]> {
  const { notices } = await client.notices.list();
  return notices
    .filter(({ kind }) => !kind.startsWith('job-'))
    .map(({ kind, found }) => [kind, ...found.map(({ label, count }) => `${label}: ${count}`)].join(', '));
}

/** Wait until there is a notice, and then until no more are added. */
async function noticesAfter(fleet: WatchedFleet): Promise<string[]> {
  await until(
    async () => (await fleet.pass(minutes(1)), noticesOf(fleet)),
    (notices) => notices.length > 0,
  );
  await fleet.pass(minutes(10));
  return noticesOf(fleet);
}

async function fleetWithFailingMirrors() {
  const fleet = await watchedFleet({ projects: 6, mirrors: 18, only: ['remoteMirrors'] });
  const { remoteMirrors: mirrors } = fleet.platform.world;
  const failing = mirrors.all().filter((one) => one.enabled && mirrors.stateOf(one).update_status === 'failed');
  return { fleet, failing };
}

test('alarms of the first observation are one notice of the instance, also for a place and a kind of list that are added later', async () => {
  const { fleet, failing } = await fleetWithFailingMirrors();
  const { client, platform } = fleet;
  const { projects, remoteMirrors, webhooks } = platform.world;
  expect(await noticesAfter(fleet)).toEqual([`found, Mirrors failing: ${failing.length}`]);

  await client.notices.clear({ ids: null });
  const [first] = failing;
  const { id: _, ...like } = projects.get(first?.project_id ?? 0) ?? {};
  const added = projects.add({ ...(like as Parameters<typeof projects.add>[0]), path: 'added-later' });
  const { id: _id, ...mirror } = first ?? {};
  remoteMirrors.add({ ...(mirror as Parameters<typeof remoteMirrors.add>[0]), project_id: added.id });
  await client.catalogue.add({ text: String(added.id), kind: 'project', isPinned: false });
  expect(await noticesAfter(fleet)).toEqual(['found, Mirrors failing: 1']);

  await client.notices.clear({ ids: null });
  for (const hook of webhooks.all()) hook.disabled_until = platform.clock.now() + minutes(600);
  await client.setup.setOff({ collections: ['webhooks'], isOff: false });
  expect(await noticesAfter(fleet)).toEqual([`found, Webhooks disabled: ${webhooks.all().length}`]);
});

test('after the cache was rebuilt only real changes produce notices', async () => {
  const { fleet, failing } = await fleetWithFailingMirrors();
  await noticesAfter(fleet);
  await fleet.core.close();
  rmSync(databases(fleet.ports).cache());
  const [mended] = failing;
  mended?.updates.forEach((update) => void (update.error = null));
  const client = await fleet.restart();
  await client.notices.clear({ ids: null });
  await client.setup.start({ choice: 'everything' });
  expect(await noticesAfter(fleet)).toEqual(['mirror-recovered']);
});
