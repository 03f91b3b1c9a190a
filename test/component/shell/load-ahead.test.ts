import { expect, test } from 'vitest';
import { loadAhead } from '../../../src-renderer/components/when-idle.ts';

const idle = { whenIdle: () => Promise.resolve() };

test('files are loaded one after the other, and one that fails does not stop the others', async () => {
  const loaded: string[] = [];
  const load = (name: string) => async () => {
    loaded.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    loaded.push(`${name} ends`);
    if (name === 'a') throw new Error('not reached');
  };
  loadAhead(idle, [load('a'), load('b')]);
  await expect.poll(() => loaded).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('nothing is loaded while a call waits for its reply, and nothing more after loading is stopped', async () => {
  const { promise: replied, resolve: reply } = Promise.withResolvers<void>();
  const busy = { whenIdle: () => replied };
  const loaded: string[] = [];
  let end = (): void => undefined;
  const first = async () => {
    loaded.push('first');
    end();
  };
  end = loadAhead(busy, [first, async () => void loaded.push('second')]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(loaded).toEqual([]);
  reply();
  await expect.poll(() => loaded).toEqual(['first']);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(loaded).toEqual(['first']);
});
