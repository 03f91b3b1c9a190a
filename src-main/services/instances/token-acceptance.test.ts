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
  return { ...acceptance, state, reason: (place: string) => acceptance.reasonOf(place, signal) };
}

test('within 5 minutes after a success, one 401 means a missing role for its path, without another request', async () => {
  const { succeeded, reason, state } = rig();
  succeeded();
  state.at += minutes(4.9);
  expect(await reason('/a')).toBe('role');
  expect(await reason('/a')).toBe('role');
  expect(state.confirmed).toBe(0);
});

test.each([200, 403, 404, 500])(
  'without a recent success, the reply %i to a confirming request shows that the token is accepted',
  async (status) => {
    const { reason, state } = rig(status);
    expect(await reason('/a')).toBe('role');
    expect(await reason('/b')).toBe('role');
    expect(state.confirmed).toBe(1);
  },
);

test('if two paths and the confirming request answer 401, the token has ended until it succeeds again', async () => {
  const { succeeded, reason, state } = rig(401);
  succeeded();
  expect(await reason('/a')).toBe('role');
  expect(await reason('/b')).toBe('token-ended');
  expect(await reason('/a')).toBe('token-ended');
  expect(state.confirmed).toBe(1);
  succeeded();
  expect(await reason('/a')).toBe('role');
});

test('the confirming request is shared by concurrent callers, and sent again after 5 minutes', async () => {
  const { reason, state } = rig(401, 200);
  expect(await Promise.all(['/a', '/b', '/c'].map(reason))).toEqual(Array(3).fill('token-rejected'));
  state.at += minutes(4.9);
  expect(await reason('/a')).toBe('token-rejected');
  expect(state.confirmed).toBe(1);
  state.at += minutes(0.1);
  expect(await reason('/a')).toBe('role');
  expect(state.confirmed).toBe(2);
});

test('if the confirming request gets no reply, a token that succeeded before is accepted, and other tokens are not', async () => {
  const { succeeded, reason, state } = rig(null, null);
  expect(await reason('/a')).toBe('token-rejected');
  succeeded();
  await reason('/a');
  expect(await reason('/b')).toBe('role');
  expect(await reason('/c')).toBe('role');
  // It is not sent again at once either
  expect(state.confirmed).toBe(1);
});
