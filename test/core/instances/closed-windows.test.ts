import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { rig, syncList, syncUsers } from '../../helpers/rig.ts';
import { openWindow, type ReeveClient } from '../../helpers/window.ts';

const everywhere = { group: null, project: null };
const all = { kind: 'all' as const, query: { scope: '' }, except: [] };

/** Calls that read or request more than once before they reply. */
const calls: Record<string, (client: ReeveClient) => Promise<unknown>> = {
  'overview.get': (client) => client.overview.get(everywhere),
  'overview.alarms': (client) => client.overview.alarms({ scope: 'project:1' }),
  'overview.counts': (client) => client.overview.counts(everywhere),
  'accessTokens.horizon': (client) => client.accessTokens.horizon({ scope: null }),
  'search.find': (client) => client.search.find({ words: 'a', limit: 8 }),
  'users.copy': (client) => client.users.copy({ selection: all, format: 'csv', columns: ['id'] }),
  'users.refresh': (client) => client.users.refresh({ scope: '', id: 1 }),
  'runners.refreshFilter': (client) => client.runners.refreshFilter({ scope: '', filter: { tag_list: ['linux'] } }),
  'runners.coverage': (client) => client.runners.coverage({ scope: '' }),
  'runners.versionCounts': (client) => client.runners.versionCounts({ scope: '', prefixes: ['16', '17', '18'] }),
};

test('a window that closes while it loads causes no unhandled failure', async () => {
  const { client, core } = await rig();
  await syncUsers(client);
  await syncList(client, 'runners');
  const unhandled = collectUnhandled();
  for (const [name, call] of Object.entries(calls)) {
    await call(client);
    for (let turns = 0; turns < 30; turns += 1) {
      const window = openWindow(core);
      call(window.client).catch(() => undefined);
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      window.close();
    }
    // The core has seen that the windows closed when it answers the next call
    await call(client);
    expect(unhandled, name).toEqual([]);
  }
});

/** The failures that nothing handles until the end of the test. */
function collectUnhandled(): unknown[] {
  const unhandled: unknown[] = [];
  const listener = (reason: unknown): void => void unhandled.push(reason);
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', listener);
  onTestFinished(() => {
    process.off('unhandledRejection', listener);
    for (const other of others) process.on('unhandledRejection', other);
  });
  return unhandled;
}
