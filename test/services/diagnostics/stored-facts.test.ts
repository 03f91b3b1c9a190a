import { expect, test } from 'vitest';
import { storedFacts, type StoredTables } from '#main/services/diagnostics/stored-facts.ts';

test('only watches whose failures look the same are counted together', () => {
  const failures = [500, 503, 503].map((status) => ({ code: 'remote', message: 'olivia', status }));
  const watches = failures.map((failure) => ({ kind: 'runners', outcome: 'failed', lastAt: 4_000, failure }));
  const tables = {
    preferences: { get: () => ({ notices: { quiet: null } }) },
    profiles: { list: () => [{ id: 'a' }] },
    jobs: { list: () => [] },
    watches: { of: () => watches, settings: () => ({ intervals: {} }) },
  };
  const facts = storedFacts(tables as unknown as StoredTables, () => '#1', 5_000);
  expect(facts.watches).toMatchObject([
    { kind: 'runners', watches: 1, newestAgeMs: 1_000, failure: { code: 'remote', status: 500 } },
    { kind: 'runners', watches: 2, newestAgeMs: 1_000, failure: { code: 'remote', status: 503 } },
  ]);
  expect(JSON.stringify(facts)).not.toContain('olivia');
});
