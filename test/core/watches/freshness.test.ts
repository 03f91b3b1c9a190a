import { expect, test } from 'vitest';
import { WatchSettings } from '#shared/contract/watches.ts';
import { hours, minutes } from '#shared/time.ts';
import { watchedFleet } from '../../helpers/watched-fleet.ts';

const ofMirrors = { collection: 'remoteMirrors', scope: null };

test('the figures of mirrors say which projects were checked, and from when their rows are too old', async () => {
  const only = ['remoteMirrors', 'users'] as const;
  const { client, platform, pass, now } = await watchedFleet({ projects: 6, mirrors: 8, only });
  const { freshness } = (await client.overview.get({ group: null, project: null })).mirrors;
  expect(freshness).toEqual(await client.watches.freshness(ofMirrors));
  expect(freshness).toMatchObject({ kind: 'projects', checked: freshness.places });
  const { total } = await client.catalogue.list({ query: { kind: 'project' }, slice: { from: 0, count: 1 } });
  expect(freshness.places).toBe(total);
  expect(total).toBeGreaterThan(1);
  expect(freshness.staleAt).toBeGreaterThan(now());

  const users = await client.watches.freshness({ collection: 'users', scope: '' });
  expect(users).toMatchObject({ places: 1, checked: 1, everyMs: hours(24) });
  // A check that a person paused is not announced for an earlier time
  await client.watches.pause({ kind: 'users', place: '', until: now() + hours(40) });
  const ofUsers = (await client.watches.status()).kinds.find(({ kind }) => kind === 'users');
  expect(ofUsers?.nextAt).toBe(now() + hours(40));
  // Rows stay fresh as long as they are synced at their interval, also those of projects without mirrors
  await pass(hours(3));
  expect((await client.watches.freshness(ofMirrors)).staleAt).toBeGreaterThan(now());

  await client.catalogue.add({ kind: 'project', text: 'never/synced', isPinned: false });
  const added = await client.watches.freshness(ofMirrors);
  expect(added).toMatchObject({ places: freshness.places + 1, checked: freshness.places, off: 0 });
  const [project] = (await client.catalogue.list({ query: { search: 'never/synced' }, slice: { from: 0, count: 1 } }))
    .rows;
  await client.setup.setOff({ keys: [project?.key ?? 0], isOff: true });
  expect(await client.watches.freshness(ofMirrors)).toMatchObject({ places: freshness.places, off: 1 });
  await platform.close();
  await pass(hours(1));
  const old = await client.watches.freshness(ofMirrors);
  expect(old.staleAt).toBeLessThan(now());
  expect(old.everyMs).toBe(minutes(15));

  await client.watches.set(WatchSettings.parse({ mode: 'off' }));
  expect(await client.watches.freshness(ofMirrors)).toMatchObject({ staleAt: null, syncedAt: null });
});
