import type { Noun } from './console.ts';
import { ago } from './moments.ts';

/** Words of filters that only the platform answers. */
export const serverFilters = {
  server: 'asked of the instance',
  legend: 'Filters with this sign are answered by the instance. Its answer is kept, so it can be used offline later.',
  offlineServer: ({ many }: Noun) => `Offline: shows ${many} only if it was asked before`,
  offlineWhy: 'Offline: the instance cannot be reached',
  asked: (atMs: number, nowMs: number) => `asked ${ago(atMs, nowMs)}`,
  asking: 'asking…',
  neverAsked: 'not asked yet',
  askFailed: 'no answer',
  askAgain: (chip: string) => `Ask the instance again: ${chip}`,
};
