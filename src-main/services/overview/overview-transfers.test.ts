import { expect, test } from 'vitest';
import type { StoredImport } from '#main/state/imports.ts';
import type { ExportRow } from '#shared/contract/dependency-exports.ts';
import type { FoundImport, ImportEntry } from '#shared/contract/imports.ts';
import { days, minutes } from '#shared/time.ts';
import { transfers } from './overview-transfers.ts';

const now = days(20_000);
const { signal } = new AbortController();

const exported = (id: number, state: ExportRow['state'], requestedAt: number): ExportRow => ({
  ...{ id, kind: 'project', ref: id, place: `acme/${id}`, exportType: 'csv', exportId: id, state, requestedAt },
  ...{ polledAt: null, expiresAt: null, keptAt: null, sizeBytes: null, isPinned: false, progress: null },
  ...{ packages: null, unreadable: null, problem: null, failure: null },
});
const imported = (id: number, over: Partial<ImportEntry>): ImportEntry => ({
  ...{ id, planId: 'p', op: 'imports.fromCodehostA', label: `six ${id}`, at: now, state: 'applied', status: 201 },
  ...{ reportedMessage: null, project: { id, path: null, link: null }, import_status: 'started', statusAt: now },
  ...{ human_import_status_name: null, import_warning: null, import_error: null, watch: 'ended' },
  ...{ isInferred: false, isCancellable: false },
  ...{ isUnreported: false, checkedAt: null, seen: null },
  ...over,
});

function given(exports: readonly ExportRow[], entries: ImportEntry[], found: FoundImport[] = []) {
  const attention = exports.filter(({ state }) => state === 'failed');
  const stored = entries.map(({ project, import_status: status, statusAt }): [number, StoredImport] => [
    project?.id ?? 0,
    { reportedAt: statusAt, report: { import_status: status } } as StoredImport,
  ]);
  return transfers({
    exports: {
      list: ({ query, slice }) => {
        const rows = query.view === 'attention' ? attention : [...exports];
        return {
          ...{
            total: rows.length,
            isCapped: false,
            from: 0,
            revision: 1,
            queryMs: 0,
            rows: rows.slice(0, slice.count),
          },
          counts: { all: exports.length, underWay: 1, attention: attention.length, kept: 0 },
          storage: { usedBytes: 0, diskBytes: 0, pinnedBytes: 0, files: 0, limitBytes: 0 },
        };
      },
    },
    imports: { history: () => ({ entries, found, older: 0, isStatusOffered: true }) },
    importStates: { of: () => new Map(stored) },
  });
}

test('exports and imports under way come first, then the newest', async () => {
  const shown = await given(
    [exported(1, 'kept', now), exported(2, 'generating', now - minutes(9))],
    [imported(3, { import_status: 'finished' }), imported(4, { watch: 'under-way' })],
  ).of(now, signal);
  expect(shown.underWay).toBe(2);
  expect(shown.exports.map(({ id }) => id)).toEqual([2, 1]);
  expect(shown.imports.map(({ id }) => id)).toEqual([4, 3]);
});

test('failed exports, and imports that failed in the last seven days, need attention', async () => {
  const all = given(
    [exported(1, 'kept', now), exported(2, 'failed', now)],
    [
      imported(3, { import_status: 'failed' }),
      imported(4, { import_status: 'failed', statusAt: now - days(8) }),
      imported(5, { import_status: 'finished' }),
    ],
  );
  const shown = await all.of(now, signal);
  expect(shown.attention).toMatchObject({ count: 1, rows: [{ id: 2 }] });
  expect(shown.failedImports).toEqual({ count: 1, first: { label: 'six 3', statusAt: now } });
  expect(await all.problems('p1', now, signal)).toEqual({ exportsToCheck: 1, failedImports: 1 });
});

test('imports that others sent count as failed, too', async () => {
  const foundImport = (projectId: number, over: Partial<FoundImport>): FoundImport => ({
    ...{ projectId, path: `acme/${projectId}`, import_status: 'failed', statusAt: now, watch: 'ended' },
    ...{ human_import_status_name: null, import_warning: null, import_error: null },
    ...over,
  });
  const found = [
    foundImport(5, {}),
    foundImport(6, { statusAt: now - days(8) }),
    foundImport(7, { import_status: 'finished' }),
    foundImport(8, { path: null }),
  ];
  const alone = await given([], [], found).of(now, signal);
  expect(alone.failedImports).toEqual({ count: 2, first: { label: 'acme/5', statusAt: now } });
  const both = await given([], [imported(3, { import_status: 'failed' })], found).of(now, signal);
  expect(both.failedImports).toEqual({ count: 3, first: { label: 'six 3', statusAt: now } });
});
