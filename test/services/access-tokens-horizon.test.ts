import { expect, test } from 'vitest';
import { horizonOf } from '#main/services/access-tokens/access-tokens-horizon.ts';
import type { HorizonPart } from '#shared/contract/access-tokens.ts';
import { days, toIso } from '#shared/time.ts';
import { openBoth } from '../cache/rig.ts';
import { pageOf } from '../cache/rows.ts';

const now = Date.parse('2026-11-20T15:30:00Z');
const today = Date.parse('2026-11-20T00:00:00Z');
const place = { collection: 'accessTokens', scope: 'group:1' };

/**
 * Tokens that expire from 40 days ago to far in the future; one in 13 never expires, one in 7 is revoked, one in 5 is
 * unused.
 */
const token = (id: number) => {
  const endsInDays = (id % 400) - 40;
  const isRevoked = id % 7 === 0;
  const isEndless = id % 13 === 0;
  return {
    id,
    name: `token ${id}`,
    user_id: id % 50,
    scopes: ['api'],
    revoked: isRevoked,
    active: !isRevoked && (isEndless || endsInDays > 0),
    expires_at: isEndless ? null : toIso(today + days(endsInDays)).slice(0, 10),
    last_used_at: id % 5 === 0 ? null : toIso(now - days(id % 200)),
  };
};
const many = 5_000;

test('thousands of tokens are counted in the right week and part', async () => {
  const { store, reader } = await openBoth();
  const all = Array.from({ length: many }, (_, at) => token(at + 1));
  await store.beginList({ place, estimatedRows: null, now });
  for (let from = 0; from < many; from += 100) {
    await store.putListPage({ place, rows: pageOf(all.slice(from, from + 100)), now });
  }
  await store.finishSyncRun({ place, now });
  const horizon = await horizonOf(reader, null, now, new AbortController().signal);

  const countOf = (part: HorizonPart) => horizon.parts.find((one) => one.part === part)?.count;
  const left = ({ expires_at: day }: ReturnType<typeof token>) =>
    day === null ? Number.POSITIVE_INFINITY : (Date.parse(day) - today) / days(1);
  const live = all.filter(({ active }) => active);
  const by = (first: number, last: number) => live.filter((one) => left(one) >= first && left(one) <= last).length;
  expect(horizon.today).toBe('2026-11-20');
  expect(countOf('expired')).toBe(all.filter((one) => left(one) <= 0).length);
  expect([countOf('week'), countOf('month'), countOf('quarter')]).toEqual([by(1, 7), by(8, 30), by(31, 90)]);
  expect(countOf('later')).toBe(by(91, 10_000));
  expect(countOf('never')).toBe(live.filter(({ expires_at }) => expires_at === null).length);
  expect(countOf('unused')).toBe(live.filter(({ last_used_at }) => last_used_at === null).length);
  expect(countOf('kept')).toBe(0);
  expect(horizon.weeks.map(({ count }) => count)).toEqual(
    Array.from({ length: 26 }, (_, week) => by(week * 7 + 1, week * 7 + 7)),
  );
});
