import { expect, test } from 'vitest';
import type { CacheReader, CacheWriter } from '#main/cache/store-api.ts';
import { Failure } from '#shared/errors.ts';
import { repairableCache } from './repairable-cache.ts';

const damage = () => new Failure('invalid', 'database disk image is malformed', { reason: 'corrupt' });

/** A cache whose file can't be opened the given number of times, although reading it finds no damage. */
async function cacheWithFailedOpenings(failures: number) {
  let [openings, salvages] = [0, 0];
  const store = { onChanged: () => undefined, onReferences: () => undefined, close: async () => undefined };
  const cache = await repairableCache({
    clock: { now: () => 0, monotonic: () => 0, sleep: async () => undefined },
    openStore: async () => {
      openings += 1;
      if (openings <= failures) throw damage();
      return store as unknown as CacheWriter;
    },
    openReader: async () => ({ close: async () => undefined, coverage: async () => 'read' }) as unknown as CacheReader,
    isDamaged: async () => false,
    salvage: async () => void (salvages += 1),
    swap: () => () => undefined,
    onNotRepaired: () => undefined,
  });
  // Waits for the repair, because the store is not open
  await cache.store.close();
  return salvages;
}

test('a cache without damage when it is read is kept if one of three attempts opens it again, and is otherwise replaced', async () => {
  expect(await cacheWithFailedOpenings(2)).toBe(0);
  expect(await cacheWithFailedOpenings(3)).toBe(0);
  expect(await cacheWithFailedOpenings(4)).toBe(1);
});
