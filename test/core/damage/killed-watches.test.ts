import { minutes, seconds } from '#shared/time.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { killWatches } from '../../faults/watch-kills.ts';
import { rig, until } from '../../helpers/rig.ts';
import { movableClock, rowsOf } from '../changes-rig.ts';
import { crash } from './crash.ts';

afterEach(() => void vi.restoreAllMocks());

test('8 exports and imports are requested once and watched to their end, although Reeve is killed 3 times', async () => {
  // `npm run faults` kills it 100 times, and shows that this test detects a request that is sent again after a lost reply
  const { kills, wrong, asked, lost } = await killWatches({ kills: 3, seed: 1, reportsImports: true, ofEachKind: 4 });
  expect(wrong).toEqual([]);
  expect(Object.values(kills).reduce((sum, n) => sum + n, 0)).toBe(3);
  expect(asked).toBe(8);
  expect(lost).toBeGreaterThan(0);
});

test('at the third start, requests whose replies were lost end as unknown without an action of the user', async () => {
  const clock = movableClock();
  const rigged = await rig({ users: 20 });
  const { platform, client } = rigged;
  platform.faults.add({ kind: 'hold', until: new Promise(() => undefined), match: 'POST *' });
  const body = { repo_id: 7, target_namespace: 'acme', new_name: 'lost', personal_access_token: 'token' };
  const plans = [
    { op: 'dependency-exports.createForProject', path: { id: 'acme/core' }, body: { export_type: 'csv' } },
    { op: 'imports.fromCodehostA', body },
  ].map((call) => client.changes.plan({ calls: [call], keepSecrets: true }));
  const planIds = (await Promise.all(plans)).map(({ id }) => id);
  const posts = () => platform.requests.list().filter(({ method }) => method === 'POST').length;

  for (const [at, planId] of planIds.entries()) {
    await rigged.client.changes.apply({ planId });
    await until(posts, (n) => n === at + 1);
    await crash(rigged);
    // At the second start, the first request has not reached its deadline, and its job is running
    clock.pass(at === 0 ? seconds(20) : minutes(6));
  }
  const slice = { from: 0, count: 10 };
  const states = async (): Promise<string[]> => {
    const { rows: exports } = await rigged.client.dependencyExports.list({ query: {}, slice });
    const { entries } = await rigged.client.imports.history();
    const rows = await Promise.all(planIds.map((planId) => rowsOf(rigged.client, planId)));
    return [...exports, ...entries, ...rows.flat()].map(({ state }) => state);
  };
  const open = ['planned', 'sending', 'intended', 'requested'];
  const ends = await until(states, (all) => all.length === 4 && !all.some((state) => open.includes(state)));
  expect(ends).toEqual(Array(4).fill('unknown'));
  expect(posts()).toBe(2);
});
