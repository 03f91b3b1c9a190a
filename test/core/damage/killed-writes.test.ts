import { seconds } from '#shared/time.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { deletedBranches, removedFromAllowlist, repairedDeployments } from '../../faults/bulk-writes.ts';
import { killWrites, mixedWrites } from '../../faults/write-kills.ts';
import { rig, syncList, until } from '../../helpers/rig.ts';
import type { Platform } from '../../platform/platform.ts';
import { movableClock, waitForPlan } from '../changes-rig.ts';
import { crash } from './crash.ts';

afterEach(() => void vi.restoreAllMocks());

/** Twelve rows of each kind. The creation of the service account is row 37, that of the note row 38. */
const each = 12;
const allKinds = async (platform: Platform) => [
  ...repairedDeployments(platform, each),
  ...(await deletedBranches(platform, each)),
  ...removedFromAllowlist(platform, each),
  ...mixedWrites(platform, 3),
];

test('if Reeve is killed at any of four points of a write, each row of a plan is written at most once and ends as applied, not applied or unknown', async () => {
  // `npm run faults` kills it 200 times, and twice in plans of up to 500 rows
  const report = await killWrites({
    ...{ writes: 3 * each + 3, projects: 20, asks: allKinds, canary: 5, slowMs: 400, speed: 60 },
    ...{ positions: [8, 20, 37, 38], at: ['after-reply', 'after-send', 'after-intent', 'before-intent'] },
  });
  expect(report.wrong).toEqual([]);
  expect(report.canary?.applied).toBe(5);
  expect(report.kills).toEqual({ 'before-intent': 1, 'after-intent': 1, 'after-send': 1, 'after-reply': 1 });
  expect(report.states).toEqual({ applied: 3 * each + 3 });
});

test('after a kill, the outcome of a write is determined only after its deadline, because the platform may still apply it', async () => {
  const clock = movableClock();
  const rigged = await rig({ users: 20 });
  const { client, platform } = rigged;
  const making = 'POST /groups/:id/service_accounts';
  const { promise, resolve: release } = Promise.withResolvers<void>();
  platform.faults.add({ kind: 'hold', until: promise, match: making, times: 1 });
  const id = platform.world.groups.lookup('acme')?.id ?? 0;
  const make = { op: 'group-service-accounts.create', path: { id }, body: { name: 'Bot', username: 'bot-1' } };
  const { id: planId } = await client.changes.plan({ calls: [make] });
  await client.changes.apply({ planId });
  await until(
    () => platform.requests.count(making),
    (n) => n === 1,
  );
  const again = await crash(rigged);
  clock.pass(seconds(50));
  // If Reeve looked for the account too early, its request would come before the requests of this sync
  await syncList(again, 'runners');
  release();
  await until(
    () => platform.requests.list(making)[0]?.status,
    (status) => status === 201,
  );
  clock.pass(seconds(20));
  expect(await waitForPlan(again, planId)).toMatchObject({ counts: { applied: 1 } });
  expect(platform.requests.count(making)).toBe(1);
});
