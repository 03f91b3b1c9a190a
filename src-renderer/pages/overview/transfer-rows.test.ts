import type { ExportRow } from '#shared/contract/dependency-exports.ts';
import type { ImportEntry } from '#shared/contract/imports.ts';
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

test('an import without a reported status is shown as accepted, not with the status of the first reply', () => {
  const entry: ImportEntry = {
    ...{ id: 3, planId: 'p', op: 'imports.fromCodehostA', label: 'acme/six', at: 5, state: 'applied', status: 201 },
    ...{ reportedMessage: null, project: { id: 7, path: 'acme/six', link: null }, import_status: 'scheduled' },
    ...{ human_import_status_name: 'scheduled', import_warning: null, import_error: null, statusAt: 5 },
    ...{ watch: 'under-way', isInferred: false, isUnreported: true, checkedAt: 6, seen: null, isCancellable: true },
  };
  const [shown] = transferRows({ underWay: 1, exports: [], imports: [entry], attention: none, failedImports: none });
  expect(shown?.text).toBe('accepted, progress not reported');
});
