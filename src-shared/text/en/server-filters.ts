import type { Noun } from './console.ts';
import { ago } from './moments.ts';

/** Texts of filters that only the instance can evaluate. */
export const serverFilters = {
  server: 'applied by the instance',
  legend: 'The instance applies filters with this icon. Reeve caches the result for offline use.',
  offlineServer: ({ many }: Noun) => `Offline: shows ${many} only if this result is cached`,
  offlineWhy: 'Offline: the instance can’t be reached',
  resultAge: (atMs: number, nowMs: number) => `updated ${ago(atMs, nowMs)}`,
  resultAgeAll: (atMs: number, nowMs: number) => `matches all, updated ${ago(atMs, nowMs)}`,
  matchesAll: ({ many }: Noun) =>
    `All synced ${many} match. The instance may ignore this filter: older versions ignore unknown filters.`,
  evaluating: 'loading…',
  neverEvaluated: 'not loaded yet',
  failed: 'failed',
  refresh: (chip: string) => `Refresh the result: ${chip}`,
};
