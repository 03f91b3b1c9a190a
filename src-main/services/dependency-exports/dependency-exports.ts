import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import type { StoredExport } from '#main/state/dependency-exports.ts';
import {
  defaultExportType,
  type ExportQuery,
  type ExportRow,
  type ExportTarget,
  type FileStorage,
  type packageChanges,
} from '#shared/contract/dependency-exports.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { pathOf } from '../catalogue/path-of.ts';
import { csvOptions } from '../exports/csv.ts';
import { slug } from '../exports/export.ts';
import type { AppContext } from '../app-context.ts';
import { exportName, saveFile } from '../exports/file-exports.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';
import { compareExports, type Comparison } from './compare-exports.ts';
import { knownPipelines } from './known-pipelines.ts';
import { filesOf, useOf } from './export-files.ts';
import { exportsWatch, type ExportStates } from './export-states.ts';
import { searchName, type PackageIndex } from './package-index.ts';
import { packageSearch, type KeptExport, type KnownProject } from './package-search.ts';

interface Needs extends Pick<AppContext, 'fileExports' | 'clock'> {
  open: () => Instance;
  state: Pick<StateTables, 'blobs' | 'catalogue' | 'dependencyExports' | 'packages' | 'preferences'>;
  states: ExportStates;
  index: PackageIndex;
  watches: Pick<AppContext['watches'], 'poke'>;
  changed: (profileId: string) => void;
  /** Increases with each change. */
  revision: () => number;
}

type View = ExportQuery['view'];
const viewOf: Readonly<Record<ExportRow['state'], Exclude<View, 'all'> | null>> = {
  requested: 'underWay',
  generating: 'underWay',
  ready: 'underWay',
  stalled: 'attention',
  failed: 'attention',
  refused: 'attention',
  'not-sent': 'attention',
  unknown: 'attention',
  kept: 'kept',
  expired: null,
  'not-yours': null,
  deleted: null,
};
/** Exports under way come first, then those that need attention. */
function rankOf({ state }: ExportRow): number {
  const view = viewOf[state];
  if (view === 'underWay') return 0;
  return view === 'attention' ? 1 : 2;
}
const hasEffect = ({ state }: StoredExport): boolean => state !== 'refused' && state !== 'not-sent';

/** The list of exports, their packages, comparisons, and the search for a package in all projects. */
export function dependencyExports({ open, state, states, index, fileExports, clock, watches, ...needs }: Needs) {
  const { changed, revision } = needs;
  const { blobs, catalogue, dependencyExports: table, packages, preferences } = state;
  let lastComparison: { key: string; comparison: Comparison } | null = null;

  const profileId = (): string => open().profile.id;

  function get(id: number): StoredExport {
    const one = table.get(profileId(), id);
    if (one === null) throw new Failure('missing', 'no such export');
    return one;
  }

  function projectOf(ref: number | string, label: string): KnownProject {
    const entry = catalogue.get(profileId(), 'project', ref);
    const key = entry?.id ?? entry?.path?.toLowerCase() ?? (typeof ref === 'string' ? ref.toLowerCase() : ref);
    const place = entry?.path ?? label;
    const exportType = 'cyclonedx_1_6_json';
    const id = entry?.id ?? ref;
    return { key: String(key), kind: 'project', ref: id, place, exportType, scope: `project:${id}` };
  }

  function placeOf({ kind, ref, label }: StoredExport): { key: string; place: string } {
    if (kind === 'pipeline') return { key: `${kind}:${ref}`, place: label };
    const entry = catalogue.get(profileId(), kind, ref);
    return { key: `${kind}:${entry?.id ?? String(ref).toLowerCase()}`, place: entry?.path ?? label };
  }

  function keptOf(): KeptExport[] {
    const files = filesOf(blobs, profileId());
    return table.of(profileId()).flatMap((one) => {
      const file = files.get(one.journalId);
      return file === undefined || one.state !== 'kept' ? [] : [{ one, file }];
    });
  }

  /**
   * All exports of the shown instance, those under way first, without failed ones that were requested again. Failed
   * ones that were added by their ID stay.
   */
  function rowsOf(): { one: StoredExport; key: string; row: ExportRow }[] {
    const files = filesOf(blobs, profileId());
    const later = new Set<string>();
    const rows = table.of(profileId()).flatMap((one) => {
      const { key, place } = placeOf(one);
      const request = `${key} ${one.exportType}`;
      const file = files.get(one.journalId);
      const shownState = one.state === 'kept' && file === undefined ? 'deleted' : one.state;
      const isReplaced = one.journalId > 0 && viewOf[shownState] === 'attention' && later.has(request);
      if (hasEffect(one)) later.add(request);
      if (isReplaced) return [];
      const counts = file === undefined ? null : index.counts(file);
      const { journalId: id, kind, ref, exportType, exportId, requestedAt, polledAt, expiresAt, keptAt, failure } = one;
      const row: ExportRow = {
        ...{ id, kind, ref, place, exportType, exportId, state: shownState, requestedAt, polledAt, expiresAt, keptAt },
        sizeBytes: file?.sizeBytes ?? null,
        isPinned: file?.isPinned ?? false,
        progress: states.progressOf(id),
        packages: counts?.packages ?? null,
        unreadable: counts?.unreadable ?? null,
        problem: counts?.problem ?? null,
        failure,
      };
      return [{ one, key, row }];
    });
    return rows.sort((a, b) => rankOf(a.row) - rankOf(b.row));
  }

  function storage(): FileStorage {
    return { ...blobs.usage(), limitBytes: preferences.get().storedFilesLimitBytes };
  }

  async function comparisonOf(from: number, to: number): Promise<Comparison> {
    const kept = keptOf();
    const [a, b] = [from, to].map((id) => kept.find(({ one }) => one.journalId === id));
    if (a === undefined || b === undefined) throw new Failure('missing', 'the file of an export was deleted');
    const key = `${a.file.id} ${b.file.id}`;
    if (lastComparison?.key === key) return lastComparison.comparison;
    for (const { one, file } of [a, b]) await index.parseFile(file, one.exportType);
    const comparison = compareExports(packages.all(a.file.id), packages.all(b.file.id));
    lastComparison = { key, comparison };
    return comparison;
  }

  /** Whether a project is in a scope: it is the project, or below the group. Undefined: no scope is chosen. */
  function isIn(scope: Scope | undefined): (project: KnownProject) => boolean {
    const at = readScope(scope ?? '');
    if (at === null) return () => true;
    if (at.kind === 'project') {
      const { key } = projectOf(at.ref, String(at.ref));
      return (project) => project.key === key;
    }
    const path = catalogue.get(profileId(), 'group', at.ref)?.path ?? String(at.ref);
    return ({ place }) => place.toLowerCase().startsWith(`${path.toLowerCase()}/`);
  }

  function search(scope: Scope | undefined) {
    const known = (): KnownProject[] =>
      catalogue
        .all(profileId(), 'project')
        .filter(({ verdict }) => verdict !== 'missing' && verdict !== 'denied')
        .map((entry) => projectOf(entry.id ?? entry.path ?? '', entry.path ?? entry.name ?? String(entry.id)));
    return packageSearch({ packages, index, projectOf, known, isSearched: isIn(scope), now: clock.now() });
  }

  /** The places of exports, each once for each type. */
  function again(ids: readonly number[]): ExportTarget[] {
    const targets = new Map<string, ExportTarget>();
    for (const one of ids.map(get)) {
      const { key, place } = placeOf(one);
      const { kind, ref } = one;
      const exportType = one.exportType === '' ? defaultExportType[kind] : one.exportType;
      targets.set(`${key} ${exportType}`, { kind, ref, place, exportType });
    }
    return [...targets.values()];
  }

  /** Whether exports belong to a project or group. Undefined: all do. */
  function belongsTo(scope: Scope | undefined): (one: { key: string; row: ExportRow }) => boolean {
    const at = readScope(scope ?? '');
    if (at === null) return () => true;
    const { kind, ref } = at;
    const entry = catalogue.get(profileId(), kind, ref);
    const own = `${kind}:${entry?.id ?? String(ref).toLowerCase()}`;
    return ({ key, row }) => key === own || (row.kind === 'pipeline' && row.place === entry?.path);
  }

  function matching(rows: readonly { row: ExportRow }[], { view, search: text }: z.output<typeof ExportQuery>) {
    const words = text.toLowerCase().split(/\s+/);
    return rows
      .map(({ row }) => row)
      .filter((row) => view === 'all' || viewOf[row.state] === view)
      .filter(({ place }) => words.every((word) => place.toLowerCase().includes(word)));
  }

  return {
    list: ({ query, slice }) => {
      const startedAt = performance.now();
      const now = revision();
      const rows = rowsOf().filter(belongsTo(query.scope));
      const countOf = (wanted: View): number => rows.filter(({ row }) => viewOf[row.state] === wanted).length;
      const shown = matching(rows, query);
      return {
        ...{ total: shown.length, isCapped: false, from: slice.from, revision: now },
        queryMs: performance.now() - startedAt,
        counts: {
          all: rows.length,
          underWay: countOf('underWay'),
          attention: countOf('attention'),
          kept: countOf('kept'),
        },
        rows: shown.slice(slice.from, slice.from + slice.count),
        storage: storage(),
      };
    },
    ids: ({ query, from, count }) => ({
      ids: matching(rowsOf().filter(belongsTo(query.scope)), query)
        .slice(from, from + count)
        .map(({ id }) => id),
    }),
    comparable: async ({ id }) => {
      const rows = rowsOf();
      const place = rows.find(({ row }) => row.id === id)?.key;
      const files = filesOf(blobs, profileId());
      const same = rows.filter(({ key, row }) => key === place && row.state === 'kept');
      for (const { one } of same) {
        const file = files.get(one.journalId);
        if (file !== undefined) await index.parseFile(file, one.exportType);
      }
      const readable = new Set(same.map(({ row }) => row.id));
      return {
        rows: rowsOf()
          .map(({ row }) => row)
          .filter((row) => readable.has(row.id) && row.packages !== null && row.problem === null)
          .sort((a, b) => b.requestedAt - a.requestedAt)
          .slice(0, 200),
      };
    },
    compare: async ({ from, to, change, slice }) => {
      const { changes, unchanged } = await comparisonOf(from, to);
      const countOf = (one: (typeof packageChanges)[number]): number =>
        changes.filter((row) => row.change === one).length;
      const shown = change === undefined ? changes : changes.filter((row) => row.change === change);
      return {
        total: shown.length,
        counts: {
          added: countOf('added'),
          removed: countOf('removed'),
          version: countOf('version'),
          license: countOf('license'),
        },
        unchanged,
        rows: shown.slice(slice.from, slice.from + slice.count),
      };
    },
    saveComparison: async ({ from, to }, signal) => {
      const { changes } = await comparisonOf(from, to);
      const name = exportName(`dependency-changes-${slug(placeOf(get(to)).place)}`, clock.now(), 'csv');
      const columns = ['change', 'name', 'type', 'fromVersion', 'toVersion', 'fromLicenses', 'toLicenses'];
      const content = stringify(changes, { ...csvOptions, columns, bom: true });
      return saveFile(fileExports, name, content, { rows: changes.length, signal });
    },
    packageIn: (query) => search(query.scope).search(keptOf(), query),
    targets: async (wanted) => {
      if ('ids' in wanted) return { targets: again(wanted.ids) };
      const gaps = await search(wanted.scope).gaps(keptOf());
      const found = wanted.of === 'not-covered' ? gaps.notCovered : gaps.old;
      return { targets: found.slice(0, 5_000) };
    },
    pipelines: ({ search: text }, signal) => {
      const placeIn = (project: Scope): string =>
        pathOf(catalogue, profileId(), project) ?? String(readScope(project)?.ref ?? '');
      return knownPipelines(open(), placeIn, text, signal);
    },
    packageHistory: ({ exportId, name, version }) => {
      const { key } = placeOf(get(exportId));
      const kept = keptOf().filter(({ one }) => placeOf(one).key === key);
      const blobIds = kept.map(({ file }) => file.id);
      const containing = new Set(
        packages
          .find(searchName(name), blobIds)
          .filter((one) => (one.version ?? '') === version)
          .map(({ blobId }) => blobId),
      );
      const times = kept.filter(({ file }) => containing.has(file.id)).map(({ one }) => one.requestedAt);
      return { since: times.length === 0 ? null : Math.min(...times), exports: times.length };
    },
    saveFile: ({ id }, signal) => {
      const one = get(id);
      const file = filesOf(blobs, profileId()).get(id);
      if (file === undefined) throw new Failure('missing', 'the file was deleted');
      const extension = one.exportType === 'csv' ? 'csv' : 'json';
      const name = exportName(`dependencies-${slug(placeOf(one).place)}`, one.requestedAt, extension);
      const rows = index.counts(file)?.packages ?? 0;
      return saveFile(fileExports, name, blobs.read(file.sha256, clock.now()), { rows, signal });
    },
    pin: ({ ids, isPinned }) => {
      for (const journalId of ids) blobs.pin(useOf(get(journalId)), isPinned);
      changed(profileId());
      return {};
    },
    deleteFiles: ({ ids }) => {
      const kept = ids.map(get).filter(({ state: now }) => now === 'kept');
      for (const one of kept) {
        table.put({ ...one, state: 'deleted' });
        blobs.release(useOf(one));
      }
      changed(profileId());
      return { deleted: kept.length };
    },
    remove: ({ ids }) => {
      for (const journalId of ids) blobs.release(useOf(get(journalId)));
      const removed = table.hide(profileId(), ids);
      changed(profileId());
      return { removed };
    },
    add: (given, signal) => states.add(open(), given, signal),
    check: ({ id }) => {
      const one = get(id);
      if (one.exportId === null) return {};
      const place = String(one.exportId);
      if (states.places(one.profileId).includes(place)) watches.poke(one.profileId, exportsWatch, place);
      else if (blobs.get(useOf(one)) === null) states.checkAgain(one);
      return {};
    },
    storage,
    setLimit: ({ limitBytes }) => {
      preferences.set({ storedFilesLimitBytes: limitBytes });
      blobs.applyLimit();
      changed(profileId());
      return storage();
    },
  } satisfies Services<ReeveContract>['dependencyExports'];
}
