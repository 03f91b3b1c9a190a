import { z } from 'zod';
import { megabytes } from '#shared/time.ts';
import { Exported } from './exported.ts';
import { command, epochMs, event, idsOf, instant, nullish, query, Scope, Slice, windowOf } from './kit.ts';

/** An export of a list of dependencies (document 2:29). */
export const DependencyListExport = z.looseObject({
  id: z.number().int(),
  status: z.string().nullish(),
  has_finished: z.boolean().nullish(),
  export_type: z.string().nullish(),
  send_email: z.boolean().nullish(),
  /** When the platform deletes it. */
  expires_at: instant.nullish(),
  ...nullish(z.string(), 'self', 'download'),
});

/** The export types for a project, a group and a pipeline (document 2:29). */
export const projectExportTypes = ['dependency_list', 'cyclonedx_1_6_json', 'csv'] as const;
export const groupExportTypes = ['json_array', 'csv'] as const;
export const pipelineExportTypes = ['sbom'] as const;

const send_email = z.boolean().optional();

/** A new export (document 2:86). */
export const ProjectExportCreate = z.strictObject({ export_type: z.enum(projectExportTypes), send_email });
export const GroupExportCreate = z.strictObject({ export_type: z.enum(groupExportTypes), send_email });
export const PipelineExportCreate = z.strictObject({ export_type: z.enum(pipelineExportTypes), send_email });

export const exportKinds = ['project', 'group', 'pipeline'] as const;
export const ExportKind = z.enum(exportKinds);
export type ExportKind = z.infer<typeof ExportKind>;
export const exportTypesOf = {
  project: projectExportTypes,
  group: groupExportTypes,
  pipeline: pipelineExportTypes,
} as const;

/** The format to request if none is known: the one with package URLs and licenses. */
export const defaultExportType = {
  project: 'cyclonedx_1_6_json',
  group: 'json_array',
  pipeline: 'sbom',
} as const satisfies { [K in ExportKind]: (typeof exportTypesOf)[K][number] };

/**
 * `requested`: the request has no outcome yet. `generating`: the platform makes the file; `stalled`: for more than an
 * hour. `ready`: to be downloaded. `kept`: stored by Reeve. `not-sent`: the request had no effect. `unknown`: its reply
 * was lost, so it is unknown whether an export exists. `not-yours`: only the author may download it. `deleted`: the
 * stored file was deleted by a person or to free space.
 */
export const exportStates = [
  'requested',
  'generating',
  'stalled',
  'ready',
  'kept',
  'failed',
  'refused',
  'not-sent',
  'unknown',
  'expired',
  'not-yours',
  'deleted',
] as const;
export const ExportState = z.enum(exportStates);
export type ExportState = z.infer<typeof ExportState>;

/** Why packages of a stored file are missing. */
export const parseProblems = ['too-large', 'too-deep', 'too-many', 'not-json', 'unknown-format'] as const;

/** A requested export. `id`: its entry in the journal; negative if it was requested elsewhere and added by its ID. */
export const ExportRow = z.object({
  id: z.number().int(),
  kind: ExportKind,
  ref: z.union([z.number(), z.string()]),
  /** The path of the project or group, or the name of the pipeline. */
  place: z.string(),
  exportType: z.string(),
  exportId: z.number().int().nullable(),
  state: ExportState,
  /** For an export that was requested elsewhere at an unknown time: when it was added. */
  requestedAt: epochMs,
  /** When the state was checked last. */
  polledAt: epochMs.nullable(),
  expiresAt: epochMs.nullable(),
  keptAt: epochMs.nullable(),
  sizeBytes: z.number().nullable(),
  isPinned: z.boolean(),
  /** Of the download, from 0 to 1; null: no download, or its size is not known. */
  progress: z.number().nullable(),
  /** Null: the file was not read yet. */
  packages: z.number().nullable(),
  unreadable: z.number().nullable(),
  problem: z.string().nullable(),
  failure: z
    .looseObject({
      code: z.string(),
      status: z.number().optional(),
      reason: z.string().optional(),
      reportedMessage: z.string().optional(),
    })
    .nullable(),
});
export type ExportRow = z.infer<typeof ExportRow>;

export const exportViews = ['all', 'underWay', 'attention', 'kept'] as const;
export const ExportQuery = z.object({
  view: z.enum(exportViews).default('all'),
  search: z.string().default(''),
  /** Only exports of this project or group, and of pipelines of this project. */
  scope: Scope.optional(),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

/**
 * The size of all stored files. `diskBytes`: their disk space, with the packages that were read from them.
 * `limitBytes`: if they take more, the least recently used files without a pin are deleted.
 */
export const FileStorage = z.object({
  usedBytes: z.number(),
  diskBytes: z.number(),
  pinnedBytes: z.number(),
  files: z.number(),
  limitBytes: z.number(),
});
export type FileStorage = z.infer<typeof FileStorage>;

/** What happened to a package between two exports. `added` has no earlier version, `removed` no later one. */
export const packageChanges = ['added', 'removed', 'version', 'license'] as const;
export const PackageChange = z.object({
  change: z.enum(packageChanges),
  name: z.string(),
  type: z.string().nullable(),
  fromVersion: z.string().nullable(),
  toVersion: z.string().nullable(),
  fromLicenses: z.string().nullable(),
  toLicenses: z.string().nullable(),
});
export type PackageChange = z.infer<typeof PackageChange>;

const comparedExports = z.object({ from: z.number().int(), to: z.number().int() });

/** A project whose newest stored export contains the package. */
export const PackageProject = z.object({
  scope: z.string(),
  place: z.string(),
  exportId: z.number().int(),
  exportedAt: epochMs,
  /** The export is older than 14 days. */
  isOld: z.boolean(),
  versions: z.array(z.string()),
  type: z.string().nullable(),
  purl: z.string().nullable(),
  licenses: z.string(),
});
export type PackageProject = z.infer<typeof PackageProject>;

const ExportTarget = z.object({
  kind: ExportKind,
  ref: z.union([z.number(), z.string()]),
  place: z.string(),
  exportType: z.string(),
});
export type ExportTarget = z.infer<typeof ExportTarget>;

export const PackageAnswer = z.object({
  /** Stored exports that were searched, and projects that they cover. */
  exports: z.number(),
  covered: z.number(),
  /** How many projects contain it, and the first 200 of them. */
  found: z.number(),
  projects: z.array(PackageProject),
  /** Number of projects by version, most frequent first. */
  versions: z.array(z.object({ version: z.string(), projects: z.number() })),
  types: z.array(z.string()),
  /** Other names that contain the text: at most 20, the shortest first. */
  similar: z.array(z.string()),
  /** Known projects, and those without a stored export. */
  known: z.number(),
  notCovered: z.number(),
  /** Projects whose newest stored export is older than 14 days; the name if there is only one. */
  old: z.number(),
  oldPlace: z.string().nullable(),
});
export type PackageAnswer = z.infer<typeof PackageAnswer>;

/** Only this project, or only projects of this group and below it. Absent: all known projects. */
const PlaceOfExports = Scope.optional();
const ids = z.array(z.number().int()).max(5_000);
const platformId = z.number().int().min(1);

/**
 * An export that was requested elsewhere. The platform reports neither what an export is of nor when it was requested,
 * so the person who adds it enters both. `requestedAt`: absent if unknown.
 */
export const ExportToAdd = z
  .strictObject({
    exportId: platformId,
    kind: ExportKind,
    ref: z.union([platformId, z.string().regex(/^[^\s?#:/][^\s?#:]{0,999}$/)]),
    place: z.string().min(1).max(1_000),
    requestedAt: epochMs.int().min(0).optional(),
  })
  .refine(({ kind, ref }) => typeof ref === 'number' || kind === 'group' || (kind === 'project' && ref.includes('/')), {
    path: ['ref'],
  });
export type ExportToAdd = z.infer<typeof ExportToAdd>;

/** A pipeline of a synced deployment. */
export const KnownPipeline = z.object({
  id: z.number(),
  /** The path of its project, or the ID if the path is not known. */
  place: z.string(),
  ref: z.string().nullable(),
  status: z.string().nullable(),
  at: instant.nullable(),
});
export type KnownPipeline = z.infer<typeof KnownPipeline>;
/** `found`: the number of matching pipelines; `rows`: the newest of them. */
const KnownPipelines = z.object({ found: z.number(), rows: z.array(KnownPipeline) });
export type KnownPipelines = z.infer<typeof KnownPipelines>;

/** The exports of the shown instance. Requests for new ones are planned writes (`changes`). */
export const dependencyExports = {
  list: query(
    z.object({ query: ExportQuery, slice: Slice }),
    windowOf(ExportRow).extend({
      counts: z.object({ all: z.number(), underWay: z.number(), attention: z.number(), kept: z.number() }),
      storage: FileStorage,
    }),
  ),
  /** The IDs of the rows, for a selection. */
  ids: idsOf(ExportQuery),
  /** Stored exports of the place of an export whose packages are known, newest first: what it can be compared with. */
  comparable: query(z.object({ id: z.number().int() }), z.object({ rows: z.array(ExportRow) })),
  /** Differences between two stored exports. `counts` cover all of them. */
  compare: query(
    comparedExports.extend({ change: z.enum(packageChanges).optional(), slice: Slice }),
    z.object({
      total: z.number(),
      counts: z.object({ added: z.number(), removed: z.number(), version: z.number(), license: z.number() }),
      unchanged: z.number(),
      rows: z.array(PackageChange),
    }),
  ),
  saveComparison: command(comparedExports, Exported),
  /** Which projects contain a package, by the newest stored export of each. */
  packageIn: query(
    z.object({
      name: z.string().max(500),
      version: z.string().optional(),
      type: z.string().optional(),
      scope: PlaceOfExports,
    }),
    PackageAnswer,
  ),
  /**
   * What to export: projects that the search does not cover or whose export is old, or the places of exports, each once.
   * At most 5,000.
   */
  targets: query(
    z.union([z.object({ of: z.enum(['not-covered', 'old']), scope: PlaceOfExports }), z.object({ ids })]),
    z.object({ targets: z.array(ExportTarget) }),
  ),
  /** Pipelines that can be exported, from synced deployments. The ID, project, ref and status are searched. */
  pipelines: query(z.object({ search: z.string().max(500) }), KnownPipelines),
  /** Since when, and in how many stored exports of the project, the package was found in this version. */
  packageHistory: query(
    z.object({ exportId: z.number().int(), name: z.string().max(500), version: z.string() }),
    z.object({ since: epochMs.nullable(), exports: z.number() }),
  ),
  /** Save the stored file as it was downloaded. */
  saveFile: command(z.object({ id: z.number().int() }), Exported),
  pin: command(z.object({ ids, isPinned: z.boolean() }), z.object({})),
  /** Delete stored files. The exports stay in the list. */
  deleteFiles: command(z.object({ ids }), z.object({ deleted: z.number() })),
  /** Remove exports from the list, with their files. */
  remove: command(z.object({ ids }), z.object({ removed: z.number() })),
  /**
   * Add an export that was requested elsewhere. It is then checked and downloaded like others. `isKnown`: it was already
   * in the list. Fails: `denied` or `missing` if another user requested it, or it expired or never existed; `invalid`
   * with the field `kind` if its format belongs to another kind.
   */
  add: command(ExportToAdd, z.object({ id: z.number(), isKnown: z.boolean() }), { remote: true }),
  /** Check an export now, and download it again if its file was deleted and it has not expired. */
  check: command(z.object({ id: z.number().int() }), z.object({}), { remote: true }),
  storage: query(z.object({}).optional(), FileStorage),
  setLimit: command(z.object({ limitBytes: z.number().int().min(megabytes(10)).max(megabytes(102_400)) }), FileStorage),
  changed: event(z.object({ revision: z.number() })),
};
