import { expect, test } from 'vitest';
import { days, hours, seconds } from '#shared/time.ts';
import { fakeClock } from '../../helpers/fake-ports.ts';
import { watchBudget } from '#main/api/client/governor/watch-budget.ts';

test('watches send at most the requests of a day in any 24 hours, an eighth of them without a pause', async () => {
  const clock = fakeClock();
  const budget = watchBudget({ clock, reported: () => null, perSecond: () => 5, perDay: () => 240 });
  const sentAt: number[] = [];
  const end = new AbortController();
  async function sendAll(): Promise<void> {
    for (;;) {
      await budget.take(end.signal);
      sentAt.push(clock.now());
    }
  }
  const sending = sendAll().catch(() => undefined);
  await clock.advance(days(2));
  end.abort();
  await sending;
  const within = (from: number, ms: number) => sentAt.filter((at) => at >= from && at < from + ms).length;
  expect(within(sentAt[0] ?? 0, hours(0.1))).toBe(30);
  for (const from of sentAt.filter((_, at) => at % 20 === 0)) expect(within(from, days(1))).toBeLessThanOrEqual(240);
});

test('watches never send more requests in a minute than the limit that is shown', async () => {
  const clock = fakeClock();
  const budget = watchBudget({ clock, reported: () => null, perSecond: () => 1, perDay: () => 15_000 });
  const end = new AbortController();
  const sending = (async () => {
    for (;;) await budget.take(end.signal);
  })().catch(() => undefined);
  for (let second = 0; second < 120; second += 1) {
    await clock.advance(seconds(1));
    expect(budget.usedPerMinute()).toBeLessThanOrEqual(budget.mostPerMinute());
  }
  end.abort();
  await sending;
  expect(budget.mostPerMinute()).toBe(65);
});
