import type { ExportRow } from '#shared/contract/dependency-exports.ts';
import { expect, test } from 'vitest';
import { transferRows } from './transfer-rows.ts';

const row = (id: number, state: ExportRow['state'], requestedAt: number): ExportRow => ({
  ...{ id, kind: 'project', ref: 7, place: 'acme/shop', exportType: 'csv', exportId: 40 + id, state, requestedAt },
  ...{ polledAt: null, expiresAt: null, keptAt: null, sizeBytes: null, isPinned: false, progress: null },
  ...{ packages: null, unreadable: null, problem: null, failure: null },
});
const none = { count: 0, rows: [], first: null };

test('each row of an export links to exactly this export, also if others are of the same place', () => {
  const exports = [row(5, 'kept', 3), row(-2, 'stalled', 2), row(9, 'generating', 1)];
  const rows = transferRows({ underWay: 1, exports, imports: [], attention: none, failedImports: none });
  expect(rows.map(({ path }) => path)).toEqual([
    '/dependency-exports/9',
    '/dependency-exports/5',
    '/dependency-exports/-2',
  ]);
});
