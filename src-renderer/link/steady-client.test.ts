import { expect, test } from 'vitest';
import { z } from 'zod';
import { membersOf, query } from '#shared/contract/kit.ts';
import { SteadyClient } from './steady-client.ts';

const contract = { birds: { find: query(z.object({}), z.string()), count: query(z.object({}), z.number()) } };

test('a client is idle when every call has its reply or has failed', async () => {
  const steady = new SteadyClient<typeof contract>(membersOf(contract));
  const find = Promise.withResolvers<string>();
  const count = Promise.withResolvers<number>();
  steady.attach({ birds: { find: () => find.promise, count: () => count.promise } });
  await steady.whenIdle();
  const order: string[] = [];
  const calls = Promise.allSettled([steady.client.birds.find({}), steady.client.birds.count({})]);
  const idle = steady.whenIdle().then(() => order.push('idle'));
  find.resolve('owl');
  await steady.client.birds.find({});
  order.push('found');
  count.reject(new Error('lost'));
  await Promise.all([calls, idle]);
  expect(order).toEqual(['found', 'idle']);
});
