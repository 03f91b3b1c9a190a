import { expect, test } from 'vitest';
import { minutes } from '#shared/time.ts';
import { tokenAcceptance } from './token-acceptance.ts';

/** `replies`: the statuses of the confirming requests; null: no reply. */
function rig(...replies: (number | null)[]) {
  const { signal } = new AbortController();
  const state = { at: 1_000, confirmed: 0 };
  const clock = { now: () => state.at, monotonic: () => 0, sleep: () => Promise.resolve() };
  const acceptance = tokenAcceptance(clock, () => {
    state.confirmed += 1;
    const reply = replies.shift() ?? null;
    return reply === null ? Promise.reject(new Error('offline')) : Promise.resolve(reply);
  });
  return { ...acceptance, state, isAccepted: (place: string) => acceptance.isAccepted(place, signal) };
}

test('within 5 minutes after a success, one 401 means a missing role for its path, without another request', async () => {
  const { succeeded, isAccepted, state } = rig();
  succeeded();
  state.at += minutes(4.9);
  expect(await isAccepted('/a')).toBe(true);
  expect(await isAccepted('/a')).toBe(true);
  expect(state.confirmed).toBe(0);
});

test.each([200, 403, 404, 500])(
  'without a recent success, the reply %i to a confirming request shows that the token is accepted',
  async (status) => {
    const { isAccepted, state } = rig(status);
    expect(await isAccepted('/a')).toBe(true);
    expect(await isAccepted('/b')).toBe(true);
    expect(state.confirmed).toBe(1);
  },
);

test('if two paths and the confirming request answer 401, the token is rejected until it succeeds again', async () => {
  const { succeeded, isAccepted, state } = rig(401);
  succeeded();
  expect(await isAccepted('/a')).toBe(true);
  expect(await isAccepted('/b')).toBe(false);
  expect(await isAccepted('/a')).toBe(false);
  expect(state.confirmed).toBe(1);
  succeeded();
  expect(await isAccepted('/a')).toBe(true);
});

test('the confirming request is shared by concurrent callers, and sent again after 5 minutes', async () => {
  const { isAccepted, state } = rig(401, 200);
  expect(await Promise.all(['/a', '/b', '/c'].map(isAccepted))).toEqual([false, false, false]);
  state.at += minutes(4.9);
  expect(await isAccepted('/a')).toBe(false);
  expect(state.confirmed).toBe(1);
  state.at += minutes(0.1);
  expect(await isAccepted('/a')).toBe(true);
  expect(state.confirmed).toBe(2);
});

test('if the confirming request gets no reply, a token that succeeded before is accepted, and other tokens are not', async () => {
  const { succeeded, isAccepted } = rig(null, null);
  expect(await isAccepted('/a')).toBe(false);
  succeeded();
  await isAccepted('/a');
  expect(await isAccepted('/b')).toBe(true);
});
