import { expect, test } from 'vitest';
import type { CoverageRow } from '#shared/contract/coverage.ts';
import { unknownAlarms } from './alarms.ts';

const row = (given: Partial<CoverageRow>): CoverageRow => ({
  ...{ key: 1, collection: 'webhooks', scope: 'project:7', label: 'acme/core', state: 'complete', rows: 3, bytes: 0 },
  ...{
    unreadable: 0,
    undetailed: 0,
    cutAt: null,
    completedAt: 5_000,
    syncedIn: 'project:7',
    syncedInLabel: 'acme/core',
  },
  ...{ syncIn: 'project:7', refusal: null, gap: null, below: null },
  ...given,
});

test('the alarms of a list that was never synced or was refused are not known', () => {
  const refusal = { at: 1, status: 403, reason: 'role', message: null };
  const { items, syncedAt } = unknownAlarms([
    row({}),
    row({ collection: 'deployments', completedAt: 4_000 }),
    row({ collection: 'members', state: 'never', completedAt: null }),
    row({ collection: 'remoteMirrors', state: 'refused', completedAt: 1_000, refusal }),
    row({ collection: 'issues', state: 'never', completedAt: null }),
  ]);
  expect(items).toMatchObject([
    { tone: 'info', text: 'Members: never synced', read: { collection: 'members', scope: 'project:7' } },
    { tone: 'warn', text: 'Remote mirrors: refused (403)' },
  ]);
  expect(syncedAt).toBe(4_000);
});

test('nothing is unknown after all lists with alarms were synced, and the oldest sync counts', () => {
  const rows = ['webhooks', 'remoteMirrors', 'deployments', 'members', 'runners'].map((collection, at) =>
    row({ collection, completedAt: 9_000 - at }),
  );
  expect(unknownAlarms(rows)).toEqual({ items: [], syncedAt: 8_996 });
});
