import type { ExportKind, ExportRow, ExportState, PackageChange } from '#shared/contract/dependency-exports.ts';
import { count, dayOf, duration, plural, shortDay, size, timeOfDay } from './moments.ts';
import { labels } from './collections.ts';

/** The names of export types, as the platform's documents describe them. */
export const exportTypes: Readonly<Record<string, string>> = {
  dependency_list: 'Dependency list',
  cyclonedx_1_6_json: 'CycloneDX 1.6 JSON',
  csv: 'CSV',
  json_array: 'JSON array',
  sbom: 'SBOM, 1.4',
};

/** Texts of notices about exports. */
export const exportNotices = {
  failed: (place: string) => `Export of ${place} failed`,
  stalled: (place: string) => `Export of ${place} isn’t finished after an hour`,
  'not-yours': (place: string) => `Export of ${place} can’t be opened`,
  goesOn: (place: string) => `Export of ${place} continues`,
  kept: (place: string) => `Export of ${place} is stored`,
  body: (type: string) => exportTypes[type] ?? type,
};

const states: Readonly<Record<ExportState, string>> = {
  ...labels('requested', 'generating', 'stalled', 'ready', 'failed', 'refused', 'not-sent', 'expired', 'not-yours'),
  kept: 'Stored',
  unknown: 'Outcome unknown',
  deleted: 'File deleted',
};

/** "38 s", "12 min". */
const elapsed = (ms: number): string => (ms < 60_000 ? `${Math.max(0, Math.floor(ms / 1_000))} s` : duration(ms));

/** What is said after the state of an export. */
function stateDetail({ state, requestedAt, keptAt, progress, failure }: ExportRow, now: number): string {
  switch (state) {
    case 'requested':
    case 'generating':
      return elapsed(now - requestedAt);
    case 'stalled':
      return `for ${duration(now - requestedAt)}`;
    case 'ready':
      if (failure?.reason === 'storage-limit') return 'no space, see Settings';
      if (failure?.reason === 'too-large') return 'file is too large';
      return progress === null ? 'waiting for download' : `downloading ${Math.round(progress * 100)}%`;
    case 'kept':
      return keptAt === null ? '' : `${shortDay(keptAt, now)}, ${timeOfDay(keptAt)}`;
    case 'failed':
    case 'refused':
      return failure?.reportedMessage ?? (failure?.status === undefined ? '' : String(failure.status));
    case 'not-yours':
      return 'author only';
    default:
      return '';
  }
}

export const dependencyExports = {
  title: 'Dependency exports',
  table: 'Dependency exports',
  toolbar: 'Filter dependency exports',
  searchLabel: 'Search exports',
  searchHint: 'Project, group or pipeline',
  noun: { one: 'dependency export', many: 'dependency exports' },
  views: { all: 'All', underWay: 'Under way', attention: 'Needs attention', kept: 'Stored' },
  viewLabel: 'Exports to show',
  parts: { exports: 'Exports', comparison: 'Compare', packages: 'Packages' },
  partsLabel: 'Parts of the page',
  add: 'Export dependencies…',
  again: 'Export again…',
  againNone: 'Select the exports to request again.',
  findPackage: 'Find package',
  count: (n: number) => plural(n, 'export'),
  storage: (used: number, limit: number) => `${size(used)} of ${size(limit)} stored, encrypted`,
  columns: { place: 'Place', type: 'Type', state: 'State', packages: 'Packages', size: 'Size', expires: 'Expires' },
  kinds: { project: 'Project', group: 'Group', pipeline: 'Pipeline' } satisfies Record<ExportKind, string>,
  states,
  stateDetail,
  stateWhy: {
    requested: 'The instance hasn’t answered the request yet.',
    generating: 'The instance is creating the file. Reeve checks regularly, and downloads the file when it is ready.',
    stalled: 'The instance hasn’t finished the file after an hour. Reeve checks every 10 minutes.',
    ready: 'The file is ready. Reeve downloads it before it expires.',
    kept: 'The file is stored on this computer, and stays there when the export expires on the instance.',
    failed: 'The instance couldn’t create the file.',
    refused: 'The instance refused the request.',
    'not-sent': 'The request had no effect.',
    unknown: 'The reply to the request was lost, so Reeve doesn’t know whether an export was created.',
    expired: 'The instance deleted the export before Reeve could download it.',
    'not-yours': 'The export belongs to another user, or no longer exists. Only its author can download it.',
    deleted: 'The stored file was deleted, either manually or to free space.',
  } satisfies Record<ExportState, string>,
  requestAgain: 'Request again…',
  requestAgainOf: (place: string) => `Request again: export of ${place}`,
  checkAgain: 'Download again',
  save: (place: string) => `Save file of ${place} as…`,
  saved: (path: string) => `Saved as ${path}`,
  pin: 'Pin',
  unpin: 'Unpin',
  pinned: 'Pinned: never deleted to free space',
  deleteFiles: 'Delete files',
  deleted: (n: number) => `${plural(n, 'file')} deleted.`,
  remove: 'Remove from list',
  removed: (n: number) => `${plural(n, 'export')} removed from the list.`,
  expired: 'Expired',
  none: '–',
  unreadable: (n: number) => `${plural(n, 'entry', 'entries')} of the file couldn’t be read.`,
  problems: {
    'too-large': 'The file is too large to read its packages.',
    'too-deep': 'The file is nested too deeply to read its packages.',
    'too-many': 'The file has too many packages to read.',
    'not-json': 'The file isn’t valid JSON.',
    'unknown-format': 'The format of the file is unknown.',
  } as Readonly<Record<string, string>>,
  rowMenu: (place: string) => `Actions for the export of ${place}`,
  empty: {
    none: 'No exports yet.',
    noneNextStep: 'An export lists the packages that a project, a group or a pipeline depends on.',
    noMatch: 'No exports match.',
    clear: 'Clear search',
  },
  plan: {
    title: (n: number) => `Export dependencies of ${plural(n, 'place')}`,
    consequence:
      'The instance creates the files and deletes them when they expire. Reeve downloads each file before that.',
  },
  form: {
    title: 'Export dependencies',
    kind: 'Export of',
    places: { project: 'Projects', group: 'Groups', pipeline: 'Pipeline IDs' } satisfies Record<ExportKind, string>,
    placesHelp: {
      project: 'Paths or IDs, one per line.',
      group: 'Paths or IDs, one per line. The export contains all projects of the group.',
      pipeline: 'One per line, with the project if you know it: acme/api #88214.',
    } satisfies Record<ExportKind, string>,
    type: 'Format',
    email: 'Ask the instance to send an email when the file is ready',
    missing: 'Enter at least one place.',
    badPipeline: (line: string) => `“${line}” has no pipeline ID.`,
    badPlace: (line: string) => `“${line}” isn’t a path or an ID.`,
    tooMany: 'Enter at most 5,000 places.',
    submit: 'Export dependencies…',
  },
  pipelines: {
    title: 'Pipelines of synced deployments',
    search: 'Find a pipeline',
    hint: 'ID, project, branch or status',
    none: 'No synced deployment has a pipeline. Enter pipeline IDs above.',
    shown: (shown: number, found: number) =>
      found === 0
        ? 'No pipelines match.'
        : shown < found
          ? `The newest ${count(shown)} of ${count(found)} pipelines are shown.`
          : plural(found, 'pipeline'),
  },
  byId: {
    open: 'Add export by ID…',
    title: 'Add export by ID',
    what: 'Adds an export that you requested without Reeve, for example in a script. Reeve checks it once, and then watches and downloads it like other exports.',
    id: 'Export ID',
    idHelp: 'The field “id” in the reply to the request.',
    badId: 'Enter the ID as a number, for example 4711.',
    places: { project: 'Project', group: 'Group', pipeline: 'Pipeline ID' } satisfies Record<ExportKind, string>,
    placesHelp: {
      project: 'Path or ID. The instance doesn’t report which one an export belongs to.',
      group: 'Path or ID. The instance doesn’t report which one an export belongs to.',
      pipeline: 'If you know the project, enter it too: acme/api #88214.',
    } satisfies Record<ExportKind, string>,
    missingPlace: {
      project: 'Enter a project.',
      group: 'Enter a group.',
      pipeline: 'Enter a pipeline ID.',
    } satisfies Record<ExportKind, string>,
    onePlace: 'Enter one place only.',
    requested: 'Requested at',
    requestedHelp:
      'Reeve reports an export as stalled one hour after its request. If you leave this empty, the hour starts now.',
    badRequested: 'Enter a date and a time, or leave it empty.',
    future: 'Enter a time that isn’t in the future.',
    submit: 'Add export',
    denied:
      'The instance doesn’t let you open this export. Only the user who requested an export can open it, and only while that user can read the dependencies.',
    missing:
      'No export with this ID can be opened (404). It doesn’t exist, has expired, or was requested by another user.',
    otherKind: 'The format of this export doesn’t fit this kind. Choose another kind.',
    added: (place: string) => `Export of ${place} added.`,
    known: (place: string) => `This export is already in the list, as export of ${place}.`,
    origin: (id: number) => `Requested without Reeve, added by its ID ${id}`,
  },
  compare: {
    title: 'Compare',
    label: 'Comparison of two exports',
    from: 'Earlier export',
    to: 'Later export',
    swap: 'Swap',
    save: 'Save as CSV…',
    differences: 'Differences',
    close: 'Close comparison',
    all: 'All',
    filter: 'Changes to show',
    changes: labels('added', 'removed', 'version', 'license') satisfies Record<PackageChange['change'], string>,
    marks: { added: '+', removed: '−', version: '~', license: '§' } satisfies Record<PackageChange['change'], string>,
    unchanged: (n: number) => plural(n, 'unchanged is hidden', 'unchanged are hidden'),
    columns: { change: 'Change', name: 'Package', type: 'Type', license: 'License' },
    same: 'No differences.',
    pick: 'Select two stored exports of the same place to compare them.',
    pickTitle: 'Nothing to compare',
    more: (n: number) => `Show ${count(n)} more`,
    option: (at: number, packages: number) => `${shortDay(at, Date.now())}, ${timeOfDay(at)}, ${count(packages)}`,
    day: (at: number) => shortDay(at, Date.now()),
    becomes: 'becomes',
  },
  packages: {
    title: 'Which projects contain a package?',
    searched: (exports: number, projects: number) =>
      `Search in ${plural(exports, 'stored export')} of ${plural(projects, 'project')}`,
    label: 'Package name',
    hint: 'Name or a part of it, such as lodash',
    clear: 'Clear package name',
    version: 'Version',
    type: 'Type',
    any: 'any',
    found: (found: number, covered: number) =>
      `${count(found)} of ${plural(covered, 'project')} ${found === 1 ? 'contains' : 'contain'}`,
    versionCount: (n: number) => `${plural(n, 'version')}. Only the newest stored export of each project is searched.`,
    notFound: (exports: number) =>
      exports === 1 ? 'Not in the stored export.' : `Not in any of the ${count(exports)} stored exports.`,
    nothingKept: 'No stored exports to search yet.',
    notExactly: 'No package has exactly this name.',
    similar: 'Up to 20 other names that contain this text, the shortest first',
    columns: { project: 'Project', version: 'Version', at: 'Export of' },
    distribution: 'Projects by version',
    projects: 'Projects that contain the package',
    first: (n: number) => `The first ${count(n)} are shown.`,
    gaps: 'Not covered',
    notCovered: (missing: number, known: number) =>
      `${count(missing)} of ${plural(known, 'known project')} ${missing === 1 ? 'has' : 'have'} no stored export.`,
    old: (n: number) => `${plural(n, 'is', 'are')} older than 14 days.`,
    allCovered: (known: number) =>
      known === 1
        ? 'The only known project has a stored export.'
        : `All ${count(known)} known projects have a stored export.`,
    exportMissing: (n: number) => `Export ${plural(n, 'project')}…`,
    exportOld: (n: number, place: string | null) => `Export ${place ?? plural(n, 'project')} again…`,
    purl: 'Package URL',
    license: 'License',
    since: 'In exports since',
    noLicense: 'None listed',
    sinceText: (at: number, exports: number) => `${dayOf(at)} · ${plural(exports, 'export')}`,
    note: 'Exports of pipelines aren’t searched.',
  },
  settings: {
    title: 'Downloaded files',
    what: 'Reeve keeps downloaded files, such as dependency exports, encrypted on this computer. If they take more disk space than the limit, Reeve deletes the least recently used files, except pinned ones.',
    used: (used: number, limit: number) => `${size(used)} of ${size(limit)} used`,
    files: (files: number, pinned: number) => `${plural(files, 'file')}, ${size(pinned)} pinned`,
    derived: (files: number, disk: number) =>
      `The files take ${size(files)}. The package lists for the search and the database itself take ${size(disk - files)} more.`,
    limit: 'Limit',
    limitHelp: 'In MB, from 10 to 102,400.',
    bad: 'Enter a number from 10 to 102,400.',
    apply: 'Change limit',
    done: 'Limit changed.',
  },
};
