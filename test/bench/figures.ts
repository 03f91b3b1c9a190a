/** The names that `--only` takes. The figures of a group are measured together. */
export const groupNames = [
  'sync',
  'distant',
  'search',
  'lists',
  'plan',
  'people',
  'history',
  'window',
  'project',
  'texts',
  'million',
] as const;
export type GroupName = (typeof groupNames)[number];

/** A row of the table. `goal`: the largest value or ratio that meets it; a figure without a goal is for information. */
export interface FigureKind {
  group: GroupName;
  what: string;
  unit: 's' | 'ms' | 'MB' | 'KB' | 'GB' | 'requests' | 'rows';
  /** The baseline, which is measured in the same round; null: the figure has none. */
  against: string | null;
  goal?: { ratio: number } | { most: number };
}

const like = 'plain LIKE in memory';
const peer = 'peer';
const discarded = 'the same pages fetched side by side and discarded';

/** The time of a parser, for the text whose time grows most when its size is doubled. */
function textFigure<What extends string>(what: What) {
  return {
    group: 'texts',
    what: `${what}, parsed`,
    unit: 'ms',
    against: 'half of the text',
    goal: { ratio: 2.6 },
  } as const;
}

/** A question about the past. `most`: in ms. */
function pastFigure<What extends string>(what: What, most?: number) {
  return { group: 'history', what, unit: 'ms', against: null, ...(most !== undefined && { goal: { most } }) } as const;
}

/** All figures of the benchmark, in the order of the table. */
export const figures = {
  firstSync: {
    group: 'sync',
    what: 'First sync, encrypted and searchable, 0 ms away',
    unit: 's',
    against: peer,
    goal: { ratio: 0.45 },
  },
  firstSyncFetch: { group: 'sync', what: 'The same first sync', unit: 's', against: discarded },
  firstSyncCpu: { group: 'sync', what: 'CPU time of the process in the first sync', unit: 's', against: peer },
  firstSyncMemory: {
    group: 'sync',
    what: 'Peak memory of the process in the first sync',
    unit: 'MB',
    against: peer,
    goal: { ratio: 0.6 },
  },
  firstSyncLater: { group: 'sync', what: 'CPU time after the end of the first sync', unit: 's', against: null },
  distantSync: {
    group: 'distant',
    what: 'First sync of 20,000 users, 80 ms away',
    unit: 's',
    against: 'a serial walk that stores nothing',
    goal: { ratio: 0.16 },
  },
  unchangedSync: {
    group: 'sync',
    what: 'Unchanged sync',
    unit: 's',
    against: discarded,
    goal: { ratio: 1.25 },
  },
  unchangedContent: {
    group: 'sync',
    what: 'Unchanged sync: written to documents, derived tables and indexes',
    unit: 'KB',
    against: null,
    goal: { most: 0 },
  },
  unchangedOther: { group: 'sync', what: 'Unchanged sync: written to record its progress', unit: 'KB', against: null },
  searchP50: { group: 'search', what: 'Search as you type, p50', unit: 'ms', against: like, goal: { ratio: 0.3 } },
  searchP95: { group: 'search', what: 'Search as you type, p95', unit: 'ms', against: like, goal: { ratio: 0.6 } },
  scopedP50: {
    group: 'lists',
    what: 'Search in a list of a scope, p50',
    unit: 'ms',
    against: like,
    goal: { ratio: 0.5 },
  },
  scopedP95: {
    group: 'lists',
    what: 'Search in a list of a scope, p95',
    unit: 'ms',
    against: like,
    goal: { ratio: 1 },
  },
  filteredP50: { group: 'search', what: 'Search with a filter, p50', unit: 'ms', against: like, goal: { ratio: 0.5 } },
  filteredP95: { group: 'search', what: 'Search with a filter, p95', unit: 'ms', against: like, goal: { ratio: 1 } },
  sortedP50: {
    group: 'search',
    what: 'Search with another sort, p50',
    unit: 'ms',
    against: like,
    goal: { ratio: 0.5 },
  },
  sortedP95: { group: 'search', what: 'Search with another sort, p95', unit: 'ms', against: like, goal: { ratio: 1 } },
  firstSearch: { group: 'search', what: 'First search after the start', unit: 'ms', against: null },
  duringSyncP50: { group: 'search', what: 'Search during the first sync, p50', unit: 'ms', against: null },
  duringSyncP95: { group: 'search', what: 'Search during the first sync, p95', unit: 'ms', against: null },
  paletteP50: { group: 'search', what: 'Search of all kinds in the palette, p50', unit: 'ms', against: null },
  paletteP95: { group: 'search', what: 'Search of all kinds in the palette, p95', unit: 'ms', against: null },
  issuesP50: {
    group: 'lists',
    what: 'Search in 100,000 issues with descriptions, p50',
    unit: 'ms',
    against: like,
    goal: { ratio: 0.3 },
  },
  issuesP95: {
    group: 'lists',
    what: 'Search in 100,000 issues with descriptions, p95',
    unit: 'ms',
    against: like,
    goal: { ratio: 0.6 },
  },
  commitsP50: {
    group: 'lists',
    what: 'Search in 20,000 commits of a branch, p50',
    unit: 'ms',
    against: like,
    goal: { ratio: 0.3 },
  },
  commitsP95: {
    group: 'lists',
    what: 'Search in 20,000 commits of a branch, p95',
    unit: 'ms',
    against: like,
    goal: { ratio: 0.6 },
  },
  changedIssues: {
    group: 'lists',
    what: 'Sync of 20,000 issues, 1 % of which have changed',
    unit: 'requests',
    against: 'the whole sync',
    goal: { ratio: 0.02 },
  },
  issueRows: {
    group: 'lists',
    what: 'Rows of the issues that the instance, a group and its subgroup returned',
    unit: 'rows',
    against: 'issues of the instance',
    goal: { ratio: 1 },
  },
  journalP50: {
    group: 'lists',
    what: 'Search of 50,000 journal entries, p50',
    unit: 'ms',
    against: like,
    goal: { ratio: 1 },
  },
  planMade: { group: 'plan', what: 'Plan of 500 edits made, 0 ms away', unit: 'ms', against: null },
  plan: {
    group: 'plan',
    what: 'Plan of 500 edits applied, 0 ms away',
    unit: 'ms',
    against: 'bare PUT requests',
    goal: { ratio: 4 },
  },
  distantPlan: {
    group: 'plan',
    what: 'Plan of 500 edits applied, 20 ms away',
    unit: 'ms',
    against: 'bare PUT requests',
  },
  person: {
    group: 'people',
    what: 'One person with 60,000 memberships cached, p95',
    unit: 'ms',
    against: null,
    goal: { most: 200 },
  },
  unnamedPerson: { group: 'people', what: 'An ID that no list has', unit: 'ms', against: null, goal: { most: 200 } },
  manyPeople: { group: 'people', what: '500 people at once', unit: 'ms', against: null, goal: { most: 2_000 } },
  worklist: {
    group: 'people',
    what: 'The slowest worklist, with 60,000 memberships',
    unit: 'ms',
    against: null,
    goal: { most: 1_000 },
  },
  matchPeople: {
    group: 'people',
    what: '95,000 lines of a list matched with 100,000 users',
    unit: 'ms',
    against: null,
    goal: { most: 5_000 },
  },
  historyUnchanged: {
    group: 'history',
    what: 'Unchanged sync: entries and rows of the coverage added to the history',
    unit: 'rows',
    against: null,
    goal: { most: 0 },
  },
  historyGrowth: {
    group: 'history',
    what: 'Growth of the history after 1 % of the users have changed',
    unit: 'KB',
    against: null,
    goal: { most: 150 },
  },
  historyCpu: {
    group: 'history',
    what: 'CPU time of the thread of the store in a sync of which 1 % has changed',
    unit: 'ms',
    against: 'the same without a history',
    goal: { ratio: 1.1 },
  },
  historyYear: {
    group: 'history',
    what: 'History of a year in which 1 % of the users change every day',
    unit: 'MB',
    against: null,
    goal: { most: 120 },
  },
  monthFirst: pastFigure('Users before 30,000 changes, filtered and sorted: first window', 1_000),
  monthFurther: pastFigure('Users before 30,000 changes: further windows, p95', 250),
  yearFirst: pastFigure('Users before 365,000 changes, filtered and sorted: first window', 4_000),
  historyLife: pastFigure('Changes of one user', 50),
  historyMillion: pastFigure('Two moments of 1,000,000 rows compared, of which 1 % has changed', 1_500),
  yearCompared: pastFigure('Two moments compared with 365,000 changes in between'),
  weekOfChanges: pastFigure('Changes of 8 days'),
  viewsOfYear: pastFigure('Changes of a year counted by view'),
  searchOfYear: pastFigure('Changes of a year searched'),
  frameP95: {
    group: 'window',
    what: 'Frame while reading all users, p95',
    unit: 'ms',
    against: null,
    goal: { most: 20 },
  },
  keyP50: {
    group: 'window',
    what: 'From a key to the rows in the window, p50',
    unit: 'ms',
    against: null,
    goal: { most: 150 },
  },
  keyP95: {
    group: 'window',
    what: 'From a key to the rows in the window, p95',
    unit: 'ms',
    against: null,
    goal: { most: 150 },
  },
  firstRows: { group: 'window', what: 'First rows in the window', unit: 's', against: 'the whole first sync' },
  heap: { group: 'window', what: 'Heap of the page', unit: 'MB', against: null, goal: { most: 20 } },
  scripts: { group: 'window', what: 'Scripts of the first page', unit: 'KB', against: null, goal: { most: 480 } },
  offlineStart: {
    group: 'window',
    what: 'Start without a network to 20 names',
    unit: 'ms',
    against: null,
    goal: { most: 1_000 },
  },
  queuedFrameP95: {
    group: 'window',
    what: 'Frame while 500 jobs are queued and run, p95',
    unit: 'ms',
    against: 'the same without jobs',
    goal: { ratio: 1.2 },
  },
  queuedTraffic: {
    group: 'window',
    what: 'Sent to a window in the busiest second with 500 queued jobs',
    unit: 'KB',
    against: null,
    goal: { most: 50 },
  },
  tabMedian: {
    group: 'project',
    what: 'From a click to a tab of a pinned project without the network, median',
    unit: 'ms',
    against: null,
    goal: { most: 150 },
  },
  tabSlowest: {
    group: 'project',
    what: 'From a click to a tab of a pinned project without the network, slowest',
    unit: 'ms',
    against: null,
    goal: { most: 150 },
  },
  longNoteFrame: {
    group: 'project',
    what: 'Longest frame while a note of 1,000,000 characters is opened and scrolled',
    unit: 'ms',
    against: null,
    goal: { most: 50 },
  },
  manyNotesFrame: {
    group: 'project',
    what: 'Longest frame while a thread of 5,000 notes is opened and scrolled',
    unit: 'ms',
    against: null,
    goal: { most: 50 },
  },
  textAddresses: textFigure('Pasted list of groups and projects'),
  textAuthority: textFigure('Pasted certificate authority'),
  textCatalogue: textFigure('Opened CSV of groups and projects'),
  textHostKeys: textFigure('Pasted host keys'),
  textKeys: textFigure('Pasted keys and fingerprints'),
  textLeavers: textFigure('Pasted list of people'),
  textPlanFile: textFigure('Opened plan file'),
  textQueue: textFigure('Pasted CSV of repositories'),
  millionSync: { group: 'million', what: '1,000,000 users: first sync', unit: 's', against: null, goal: { most: 80 } },
  millionMemory: {
    group: 'million',
    what: '1,000,000 users: peak memory in the first sync',
    unit: 'MB',
    against: null,
    goal: { most: 450 },
  },
  millionDisk: { group: 'million', what: '1,000,000 users: data folder', unit: 'GB', against: null, goal: { most: 2 } },
  millionSearch: {
    group: 'million',
    what: '1,000,000 users: slowest search as you type',
    unit: 'ms',
    against: null,
    goal: { most: 200 },
  },
} as const satisfies Record<string, FigureKind>;

export type FigureName = keyof typeof figures;

/** The values of one round, in the unit of the figure. Null: the value could not be measured. */
export interface Sample {
  ours: number | null;
  against?: number | null;
}
export type Samples = Partial<Record<FigureName, Sample>>;

/** The names of the figures of these groups, in the order of the table. */
export function figuresOf(groups: readonly GroupName[]): FigureName[] {
  return (Object.keys(figures) as FigureName[]).filter((name) => groups.includes(figures[name].group));
}
