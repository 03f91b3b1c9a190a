import { expect, test } from 'vitest';
import type { HistoryReader } from '#main/cache/history/history-api.ts';
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
    history: { close: async () => undefined } as unknown as HistoryReader,
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

test('if a query of the history finds damage, the history is examined first, then the cache', async () => {
  const examined: string[] = [];
  let isHistoryDamaged = true;
  const store = {
    ...{ onChanged: () => undefined, onReferences: () => undefined, onRecorded: () => undefined },
    close: async () => undefined,
    examineHistory: async () => {
      examined.push('history');
      return isHistoryDamaged;
    },
  };
  const fails = () => Promise.reject(damage());
  const cache = await repairableCache({
    clock: { now: () => 0, monotonic: () => 0, sleep: async () => undefined },
    openStore: async () => store as unknown as CacheWriter,
    openReader: async () => ({ close: async () => undefined }) as unknown as CacheReader,
    history: {
      close: async () => undefined,
      life: fails,
      past: () => ({ coverage: fails }),
    } as unknown as HistoryReader,
    isDamaged: async () => examined.push('cache') < 0,
    salvage: async () => undefined,
    swap: () => () => undefined,
    onNotRepaired: () => undefined,
  });
  await expect(cache.history.life({} as never)).rejects.toMatchObject({ reason: 'corrupt' });
  await expect(cache.history.past(1).coverage({} as never)).rejects.toMatchObject({ reason: 'corrupt' });
  expect(examined).toEqual(['history', 'history']);
  isHistoryDamaged = false;
  await expect(cache.history.life({} as never)).rejects.toMatchObject({ reason: 'corrupt' });
  await expect.poll(() => examined).toEqual(['history', 'history', 'history', 'cache']);
  await cache.close();
});
