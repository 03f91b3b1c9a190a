import type { UsedBlob } from '#main/state/blobs/blobs.ts';
import type { FoundPackage, Packages } from '#main/state/blobs/packages.ts';
import type { StoredExport } from '#main/state/dependency-exports.ts';
import type { ExportTarget, PackageAnswer, PackageProject } from '#shared/contract/dependency-exports.ts';
import { days } from '#shared/time.ts';
import { searchName, type PackageIndex } from './package-index.ts';

/** A project as the catalogue knows it. `key` is the same for its ID and its path. */
export interface KnownProject extends ExportTarget {
  key: string;
  scope: string;
}

interface Needs {
  packages: Packages;
  index: PackageIndex;
  /** The project with this ID or path. */
  projectOf: (ref: number | string, label: string) => KnownProject;
  known: () => KnownProject[];
  /** Only these projects are searched. */
  isSearched: (project: KnownProject) => boolean;
  now: number;
}

/** A stored export with its file. */
export interface KeptExport {
  one: StoredExport;
  file: UsedBlob;
}

/** The newest stored export of a project. `path`: set if it is an export of a group, which names its projects. */
interface Source extends KeptExport {
  project: KnownProject;
  path: string | null;
}

const oldAfterMs = days(14);
const mostProjects = 200;
const mostSimilar = 20;

/** Searches packages in the newest stored export of each project, also in exports of groups. */
export function packageSearch({ packages, index, projectOf, known, isSearched, now }: Needs) {
  const isOld = ({ one }: KeptExport): boolean => now - one.requestedAt > oldAfterMs;

  /** By project. Reads files that were not read yet. */
  async function sourcesOf(kept: readonly KeptExport[]): Promise<Map<string, Source>> {
    const sources = new Map<string, Source>();
    const add = (source: Source): void => {
      if (isSearched(source.project) && !sources.has(source.project.key)) sources.set(source.project.key, source);
    };
    for (const { one, file } of [...kept].sort((a, b) => b.one.requestedAt - a.one.requestedAt)) {
      if (one.kind === 'pipeline') continue;
      if (one.kind === 'project' && !isSearched(projectOf(one.ref, one.label))) continue;
      await index.parseFile(file, one.exportType);
      const counts = index.counts(file);
      // A file that can't be read says nothing about the project
      if (counts === null || (counts.problem !== null && counts.packages === 0)) continue;
      if (one.kind === 'project') add({ one, file, project: projectOf(one.ref, one.label), path: null });
      else for (const path of packages.projects(file.id)) add({ one, file, project: projectOf(path, path), path });
    }
    return sources;
  }

  /** Known projects that no stored export covers, and those whose export is old. */
  function gapsOf(sources: ReadonlyMap<string, Source>) {
    const all = known().filter(isSearched);
    return {
      known: all.length,
      notCovered: all.filter(({ key }) => !sources.has(key)),
      old: [...sources.values()].filter(isOld).map(({ project }) => project),
    };
  }

  return {
    gaps: async (kept: readonly KeptExport[]) => gapsOf(await sourcesOf(kept)),
    async search(
      kept: readonly KeptExport[],
      query: { name: string; version?: string | undefined; type?: string | undefined },
    ): Promise<PackageAnswer> {
      const sources = await sourcesOf(kept);
      const name = searchName(query.name);
      const blobIds = [...new Set([...sources.values()].map(({ file }) => file.id))];
      const found = name === '' ? [] : packages.find(name, blobIds);
      const types = [...new Set(found.flatMap(({ type }) => type ?? []))].sort();
      const ofType = found.filter(({ type }) => query.type === undefined || type === query.type);
      const byBlob = Map.groupBy(ofType, ({ blobId }) => blobId);
      const all = [...sources.values()].flatMap((source) => {
        const own = (byBlob.get(source.file.id) ?? []).filter(
          ({ project }) => source.path === null || source.path === project,
        );
        return own.length === 0 ? [] : [projectRow(source, own)];
      });
      const versions = Map.groupBy(
        all.flatMap((row) => row.versions),
        (version) => version,
      );
      const matching = all.filter((row) => query.version === undefined || row.versions.includes(query.version));
      const gaps = gapsOf(sources);
      return {
        exports: blobIds.length,
        covered: sources.size,
        found: matching.length,
        projects: matching.sort((a, b) => a.place.localeCompare(b.place, 'en')).slice(0, mostProjects),
        versions: [...versions]
          .map(([version, rows]) => ({ version, projects: rows.length }))
          .sort((a, b) => b.projects - a.projects || b.version.localeCompare(a.version, 'en', { numeric: true }))
          .slice(0, mostProjects),
        types,
        similar: name.length < 2 ? [] : packages.similar(name, blobIds, mostSimilar),
        known: gaps.known,
        notCovered: gaps.notCovered.length,
        old: gaps.old.length,
        oldPlace: gaps.old.length === 1 ? (gaps.old[0]?.place ?? null) : null,
      };
    },
  };

  function projectRow(source: Source, own: readonly FoundPackage[]): PackageProject {
    const versions = [...new Set(own.map(({ version }) => version ?? ''))];
    return {
      scope: source.project.scope,
      place: source.project.place,
      exportId: source.one.journalId,
      exportedAt: source.one.requestedAt,
      isOld: isOld(source),
      versions: versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true })),
      type: own[0]?.type ?? null,
      purl: own.find(({ purl }) => purl !== null)?.purl ?? null,
      licenses: [...new Set(own.map(({ licenses }) => licenses))].filter((text) => text !== '').join('; '),
    };
  }
}
