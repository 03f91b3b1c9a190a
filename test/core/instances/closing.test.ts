import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { syncList, rig } from '../../helpers/rig.ts';

test('closing Reeve ends every subscription to the network', async () => {
  const { core, ports } = await rig();
  expect(ports.network.listeners()).toBeGreaterThan(0);
  await core.close();
  expect(ports.network.listeners()).toBe(0);
});

test('a clean close leaves no write-ahead log beside any database', async () => {
  const { core, client, folder } = await rig();
  await syncList(client, 'runners');
  await client.runners.list({ query: { scope: '' }, slice: { from: 0, count: 1 } });
  const logs = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('-wal'));
  expect(logs().map((name) => basename(name))).toEqual(expect.arrayContaining(['cache.db-wal', 'state.db-wal']));
  await core.close();
  expect(logs()).toEqual([]);
});
