import { expect, test } from 'vitest';
import { connectionEvents } from '#main/core/connection-events.ts';
import type { Connection } from '#shared/contract/host.ts';
import { fakeClock } from '../helpers/fake-ports.ts';

const online: Connection = {
  state: 'online',
  reason: null,
  refusal: null,
  since: 1,
  lastSuccessAt: 1,
  latencyMs: 10,
  budget: null,
  heldUntil: null,
};

test('a new state is published at once, and the last of many measurements after a delay', async () => {
  const clock = fakeClock();
  const published: string[] = [];
  const changed = connectionEvents(clock, (id, { state, latencyMs }) => published.push(`${id} ${state} ${latencyMs}`));
  changed('a', online);
  changed('a', { ...online, latencyMs: 11 });
  changed('a', { ...online, latencyMs: 12 });
  changed('b', online);
  expect(published).toEqual(['a online 10', 'b online 10']);
  await clock.advance(100);
  expect(published.slice(2)).toEqual(['a online 12']);

  changed('a', { ...online, latencyMs: 13 });
  changed('a', { ...online, state: 'offline' });
  await clock.advance(100);
  expect(published.slice(3)).toEqual(['a offline 10']);
});
