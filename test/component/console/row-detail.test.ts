import { afterEach, expect, test, vi } from 'vitest';
import { aborted } from '#shared/errors.ts';
import type { Session } from '../../../src-renderer/link/session.svelte.ts';
import { CollectionDetail } from '../../../src-renderer/stores/lists/collection-detail.svelte.ts';

afterEach(() => void vi.useRealTimers());

interface Refresh {
  maxAgeMs: number;
  signal: AbortSignal;
}

/** A shown row, and the refreshes that it requests. They end only when they are aborted. */
function shownRow() {
  vi.useFakeTimers();
  const refreshes: Refresh[] = [];
  const users = {
    get: () => Promise.resolve(null),
    changed: () => () => undefined,
    refresh: ({ maxAgeMs }: { maxAgeMs: number }, signal: AbortSignal) => {
      refreshes.push({ maxAgeMs, signal });
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(aborted())));
    },
  };
  const detail = new CollectionDetail({ client: { users } } as unknown as Session, 'users');
  const end = detail.follow({ scope: 'instance', id: 7, key: 7 }, true);
  return { detail, refreshes, end };
}

test('an opened row is refreshed after a moment, unless its details are new', () => {
  const { refreshes, end } = shownRow();
  expect(refreshes).toEqual([]);
  vi.runAllTimers();
  expect(refreshes).toMatchObject([{ maxAgeMs: 300_000 }]);
  end();
  expect(refreshes[0]?.signal.aborted).toBe(true);
});

test('a refresh by a person just after a row was opened is not replaced by the automatic one', () => {
  const { detail, refreshes } = shownRow();
  void detail.refresh();
  vi.runAllTimers();
  expect(refreshes).toMatchObject([{ maxAgeMs: 0 }]);
  expect(refreshes[0]?.signal.aborted).toBe(false);
});

test('a refresh by a person continues when the same row is shown again, for example when its key becomes known', async () => {
  const { detail, refreshes, end } = shownRow();
  void detail.refresh();
  end();
  const endAgain = detail.follow({ scope: 'instance', id: 7, key: 8 }, true);
  await vi.runAllTimersAsync();
  expect(refreshes).toMatchObject([{ maxAgeMs: 0 }]);
  expect(refreshes[0]?.signal.aborted).toBe(false);
  expect(detail.isRefreshing).toBe(true);
  endAgain();
  await vi.runAllTimersAsync();
  expect(refreshes[0]?.signal.aborted).toBe(true);
});

test('a refresh by a person ends when another row is shown, which is refreshed itself', async () => {
  const { detail, refreshes, end } = shownRow();
  void detail.refresh();
  end();
  detail.follow({ scope: 'instance', id: 8, key: 8 }, true);
  await vi.runAllTimersAsync();
  expect(refreshes).toMatchObject([{ maxAgeMs: 0 }, { maxAgeMs: 300_000 }]);
  expect(refreshes.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});
