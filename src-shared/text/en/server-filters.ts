import type { Noun } from './console.ts';
import { ago } from './moments.ts';

/** Words of filters that only the platform answers. */
export const serverFilters = {
  server: 'asked of the instance',
  legend: 'Filters with this sign are answered by the instance. Its answer is kept, so it can be used offline later.',
  offlineServer: ({ many }: Noun) => `Offline: shows ${many} only if it was asked before`,
  offlineWhy: 'Offline: the instance cannot be reached',
  asked: (atMs: number, nowMs: number) => `asked ${ago(atMs, nowMs)}`,
  askedAll: (atMs: number, nowMs: number) => `matches all, asked ${ago(atMs, nowMs)}`,
  matchesAll: ({ many }: Noun) =>
    `All synced ${many} match. The instance may ignore this filter: older versions ignore filters that they do not know.`,
  asking: 'asking…',
  neverAsked: 'not asked yet',
  askFailed: 'no answer',
  askAgain: (chip: string) => `Ask the instance again: ${chip}`,
};
