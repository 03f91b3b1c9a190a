import { expect, test } from 'vitest';
import { z } from 'zod';
import { membersOf, query } from '#shared/contract/kit.ts';
import { SteadyClient } from './steady-client.ts';

const contract = { birds: { find: query(z.object({}), z.string()), count: query(z.object({}), z.number()) } };

test('a client is quiet when every call has its reply or has failed', async () => {
  const steady = new SteadyClient<typeof contract>(membersOf(contract));
  const find = Promise.withResolvers<string>();
  const count = Promise.withResolvers<number>();
  steady.attach({ birds: { find: () => find.promise, count: () => count.promise } });
  await steady.quiet();
  const order: string[] = [];
  const calls = Promise.allSettled([steady.client.birds.find({}), steady.client.birds.count({})]);
  const quiet = steady.quiet().then(() => order.push('quiet'));
  find.resolve('owl');
  await steady.client.birds.find({});
  order.push('found');
  count.reject(new Error('lost'));
  await Promise.all([calls, quiet]);
  expect(order).toEqual(['found', 'quiet']);
});
