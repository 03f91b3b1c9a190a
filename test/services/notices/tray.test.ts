import { expect, test } from 'vitest';
import { cutOffByQuit } from '#main/jobs/cut-off.ts';
import { fresh } from '#main/jobs/job-state.ts';
import type { JobKind } from '#main/jobs/job.ts';
import { trayUpdates } from '#main/services/notices/tray-updates.ts';
import { seconds } from '#shared/time.ts';
import type { Job } from '#shared/contract/job.ts';
import { fakeClock, fakeNetwork, silentLog } from '../../helpers/fake-ports.ts';

const job = (kind: string, state: Job['state']): Job => ({ ...fresh(kind, 'p1', {}, 1), state });

test('the tray shows attention before offline, offline before working, and is hidden if it is not wanted', async () => {
  const clock = fakeClock();
  const network = fakeNetwork();
  const shown: string[] = [];
  const now = { isWanted: true, alarms: 0 };
  const updates = trayUpdates({
    tray: { show: (state, notices) => shown.push(`${state} ${notices}`), hide: () => shown.push('hidden') },
    isWanted: () => now.isWanted,
    unreadAlarms: () => now.alarms,
    ...{ clock, network, log: silentLog() },
  });
  const state = async (): Promise<string | undefined> => {
    await clock.advance(seconds(1));
    return shown.at(-1);
  };
  updates.update();
  expect(await state()).toBe('idle 0');
  updates.jobs([job('lists.crawl', 'running'), job('lists.crawl', 'done')]);
  expect(await state()).toBe('working 0');
  updates.connection('p1', 'offline');
  updates.connection('p2', 'online');
  expect(await state()).toBe('working 0');
  updates.connection('p2', 'offline');
  expect(await state()).toBe('offline 0');
  now.alarms = 3;
  updates.update();
  expect(await state()).toBe('attention 3');
  now.alarms = 0;
  updates.forget('p1');
  updates.connection('p2', 'online');
  network.set(false);
  expect(await state()).toBe('offline 0');
  now.isWanted = false;
  updates.update();
  expect(await state()).toBe('hidden');
  updates.stop();
  expect(network.listeners()).toBe(0);
});

test('many changes at once update the tray once', async () => {
  const clock = fakeClock();
  let updated = 0;
  const { jobs, stop } = trayUpdates({
    tray: { show: () => (updated += 1), hide: () => undefined },
    isWanted: () => true,
    unreadAlarms: () => 0,
    ...{ clock, network: fakeNetwork(), log: silentLog() },
  });
  for (let index = 0; index < 50; index += 1) jobs([]);
  await clock.advance(seconds(1));
  expect(updated).toBe(1);
  stop();
});

const never = () => Promise.reject(new Error('not run'));
const kinds: JobKind[] = [
  { name: 'changes.apply', isCutOff: true },
  { name: 'lists.crawl', startsOver: true },
  { name: 'users.crawl' },
].map((kind) => ({ ...kind, run: never, accept: never, drop: never }));

test.each([
  ['a plan that is applied', [job('changes.apply', 'running')], false, 1],
  ['a plan that waits', [job('changes.apply', 'waiting')], false, 1],
  ['a sync that would start over', [job('lists.crawl', 'running')], false, 1],
  ['a sync that continues later', [job('users.crawl', 'running')], false, 0],
  ['a sync whose data ends with the session', [job('users.crawl', 'running')], true, 1],
  ['jobs that ended or wait for a person', [job('changes.apply', 'done'), job('lists.crawl', 'needs-person')], true, 0],
] as const)('quitting would cut off: %s', (_, jobs, isSessionOnly, expected) => {
  expect(cutOffByQuit(jobs, kinds, isSessionOnly)).toHaveLength(expected);
});
