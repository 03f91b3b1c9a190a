import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { WatchSettings, type Watch, type WatchKindStatus, type WatchStatus } from '#shared/contract/watches.ts';
import { hours, minutes, seconds } from '#shared/time.ts';
import { click } from '../click.ts';
import { violations } from '../axe.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { button, callsOf, openWindow } from './window.ts';

const kind = (over: Partial<WatchKindStatus>): WatchKindStatus => ({
  ...{ kind: 'members', isNightly: false, watches: 12, failed: 0, refused: 0, fast: 0, fastMs: null },
  ...{ defaultMs: hours(6), everyMs: hours(6), effectiveMs: hours(6), perDay: 48 },
  ...{ lastAt: Date.now() - hours(1), nextAt: Date.now() + hours(5) },
  ...over,
});
const watch = (over: Partial<Watch>): Watch => ({
  ...{ kind: 'members', place: 'project:7', everyMs: hours(6), effectiveMs: hours(6), isFast: false },
  ...{ lastAt: Date.now() - hours(1), nextAt: Date.now() + hours(5), outcome: 'ok', failure: null, streak: 0 },
  ...{ pausedUntil: null, isRunning: false },
  ...over,
});
const bad = { code: 'remote', reason: 'platform-down', message: 'bad gateway', status: 502 };

function answersOf(over: Partial<WatchStatus> = {}): FakeAnswers {
  let status: WatchStatus = {
    settings: WatchSettings.parse({}),
    ...{ pause: null, slowedUntil: null, usedPerMinute: 18, allowedPerMinute: 60, limitPerMinute: null },
    ...{ perDay: 860, allowedPerDay: 15_000 },
    kinds: [
      kind({ failed: 2 }),
      kind({ kind: 'runners', defaultMs: minutes(5), everyMs: minutes(5), effectiveMs: minutes(9) }),
      kind({ kind: 'remote-mirrors', fast: 3, fastMs: seconds(8) }),
      kind({ kind: 'users', watches: 1, nextAt: Date.now() + minutes(45) + seconds(30) }),
    ],
    ...over,
  };
  return {
    watches: {
      status: () => status,
      list: () => ({
        total: 2,
        rows: [watch({}), watch({ place: 'project:8', outcome: 'failed', failure: bad, streak: 3 })],
      }),
      runNow: () => ({ watches: 2 }),
      pause: () => ({}),
      set: (settings) => {
        status = { ...status, settings };
        return settings;
      },
    },
  };
}

test('the status bar names the list whose age and next check it shows, and links to the watches', async () => {
  const completedAt = Date.now() - minutes(19) - seconds(30);
  const list = (over: object) => ({ collection: 'users', scope: '', live: 5, completedAt, ...over });
  const lists = [list({ collection: 'runners', completedAt: Date.now() }), list({})];
  const none = { collection: 'users', scope: '', filter: {}, notReturned: 'hide', count: 0 } as const;
  const counts = { offlineRunners: none, endingTokens: none, mirrorAlarms: none, alertingWebhooks: none };
  const overview = { counts: () => ({ lists, ...counts, exportsToCheck: 0, failedImports: 0 }) };
  await openWindow({ path: '/activity', answers: { ...answersOf(), overview } });
  await click(page.getByRole('link', { name: 'Users (oldest list): synced 19m ago, next check in 45m' }));
  await expect.element(page.getByRole('rowheader', { name: 'Members' })).toBeVisible();
});

test('each kind shows its interval, and why it is checked less or more often', async () => {
  await openWindow({ path: '/activity/watches', answers: answersOf() });
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect.element(row(/Members.*2 failed/)).toBeVisible();
  await expect.element(row(/Runners.*now up to 9 min/)).toBeVisible();
  await expect.element(row(/Remote mirrors.*3 under way, every 8 s/)).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('the settings show how many requests a day checks send, and for what', async () => {
  const runners = kind({ kind: 'runners', perDay: 812.4 });
  await openWindow({ path: '/settings', answers: answersOf({ kinds: [kind({ perDay: 48 }), runners] }) });
  await expect
    .element(page.getByText(/^About 860 requests a day on this instance, .* The limit is 15,000 requests a day\.$/))
    .toBeVisible();
  await expect.element(page.getByText('Runners 812 · Members 48')).toBeVisible();
});

test('a person changes how often Reeve checks, and a single interval', async () => {
  const core = await openWindow({ path: '/activity/watches', answers: answersOf() });
  await click(page.getByRole('combobox', { name: 'How often' }));
  await click(page.getByRole('option', { name: 'Off' }));
  await expect.poll(() => callsOf(core, 'watches.set')).toEqual([expect.objectContaining({ mode: 'off' })]);
  await click(page.getByRole('combobox', { name: 'Interval for Members' }));
  await click(page.getByRole('option', { name: '1 h', exact: true }));
  await expect
    .poll(() => callsOf(core, 'watches.set').at(-1))
    .toEqual({ mode: 'off', isInBackground: false, intervals: { members: hours(1) } });
});

test('all failed checks are retried with one button, and single places can be checked and paused', async () => {
  const core = await openWindow({ path: '/activity/watches', answers: answersOf() });
  await click(button('Retry 2 failed checks'));
  await expect.poll(() => callsOf(core, 'watches.runNow')).toEqual([{ kind: null, place: null, isFailedOnly: true }]);
  await click(page.getByRole('link', { name: 'Members' }).nth(1));
  await expect.element(page.getByRole('row', { name: /8.*3 times in a row/ })).toBeVisible();
  await click(button('Pause for 1 hour: 8'));
  await expect
    .poll(() => callsOf(core, 'watches.pause'))
    .toEqual([{ kind: 'members', place: 'project:8', until: expect.any(Number) as number }]);
  await click(button('Check now: 7'));
  await expect
    .poll(() => callsOf(core, 'watches.runNow').at(-1))
    .toEqual({ kind: 'members', place: 'project:7', isFailedOnly: false });
  expect(await violations()).toEqual([]);
});

test('while checks are paused, the page says why', async () => {
  await openWindow({ path: '/activity/watches', answers: answersOf({ pause: 'setup' }) });
  await expect.element(page.getByText('Lists are checked after the setup.')).toBeVisible();
  await expect.element(page.getByText(/, next /)).not.toBeInTheDocument();
});
