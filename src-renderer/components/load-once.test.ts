import { expect, test } from 'vitest';
import { loadOnce } from './load-once.ts';

test('code is loaded once, and again after a failure', async () => {
  let asked = 0;
  const load = loadOnce(async () => {
    asked += 1;
    if (asked === 1) throw new Error('not reached');
    return asked;
  });
  await expect(load()).rejects.toThrow('not reached');
  expect(await load()).toBe(2);
  expect(await load()).toBe(2);
});

test('a caller that awaits code loaded before continues before the next task', async () => {
  const load = loadOnce(() => new Promise<string>((resolve) => setTimeout(() => resolve('loaded'), 1)));
  await load();
  const order: string[] = [];
  setTimeout(() => order.push('next task'), 0);
  void load().then((code) => order.push(code));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(order).toEqual(['loaded', 'next task']);
});
