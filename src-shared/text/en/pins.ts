import type { Pin, PinDepthName, PinGaps, PinRange, PinState } from '#shared/contract/pins.ts';
import { megabytes } from '#shared/time.ts';
import { count, duration, plural, size } from './moments.ts';
import { labels } from './collections.ts';

const gigabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const gigabyte = megabytes(1_024);

function bytes(n: number): string {
  return n < gigabyte ? size(n) : `${gigabytes.format(n / gigabyte)} GB`;
}

/** Words about pins: what a person keeps on this computer. */
export const pins = {
  title: 'Pinned for offline',
  listTitle: 'Pins',
  /** A list in the progress and the problems of a pin. */
  commitsOf: (branch: string, place: string) => `Commits of ${branch} in ${place}`,
  listOf: (list: string, place: string) => `${list.charAt(0).toUpperCase()}${list.slice(1)} of ${place}`,
  below: (rows: string, id: string, name: string) => (name === '' ? `${rows} ${id}` : name),
  artifact: (path: string | null, of: string) => `${path ?? 'Archive'} of ${of}`,
  ofJob: (job: number, project: string) => `job ${job} (${project})`,
  ofRef: ({ job, ref }: { job: string; ref: string }, project: string) =>
    `the latest job ${job} of ${ref} (${project})`,
  everything: 'All known groups and projects',
  states: {
    ...labels('estimating', 'filling', 'ready', 'stale', 'over-quota', 'paused', 'failed'),
    incomplete: 'Ready with gaps',
  } satisfies Record<PinState, string>,
  depths: { facts: 'Facts', text: 'Text', files: 'Files' } satisfies Record<PinDepthName, string>,
  /** The state of a pin. For a filled pin with gaps: how many lists are incomplete, or how many items of a view. */
  stateOf: ({ state, gaps, problems }: Pick<Pin, 'state' | 'gaps' | 'problems'>) =>
    state !== 'incomplete'
      ? pins.states[state]
      : `Ready except ${gaps.lists > 0 ? plural(gaps.lists, 'list') : plural(problems, 'item')}`,
  gaps: {
    show: 'Show',
    showOf: ({ label, gaps }: Pick<Pin, 'label' | 'gaps'>) =>
      `Show ${plural(gaps.lists, 'list')} of ${label} in Coverage`,
    showAll: 'Show the pins in Coverage',
    fetch: ({ requests, isGuess }: PinGaps) => `Fetch now (${pins.requests(requests, isGuess)})`,
    ofDepth: (n: number) => `${plural(n, 'list')} not complete`,
  },
  /** Whether everything that is pinned can be read without the network. */
  ready: {
    yes: 'Ready offline: everything that is pinned is stored.',
    filling: (filling: number, all: number) => `Filling ${count(filling)} of ${plural(all, 'pin')}.`,
    lists: ({ lists, requests }: PinGaps) =>
      `Not ready offline: ${plural(lists, 'list isn’t', 'lists aren’t')} complete${requests === 0 ? ', and nothing more can be fetched' : ''}.`,
    items: 'Not ready offline: some pinned items aren’t stored.',
  },
  holds: (depth: PinDepthName, range: PinRange): string =>
    ({
      facts: 'Lists, and commits with changed lines',
      text: `${range === 'all' ? 'All notes and context commits' : 'Notes and context commits of the last 90 days'}, deliveries, wiki, snippets`,
      files: 'Known paths with blame, file lists of known jobs, chosen artifacts',
    })[depth],
  range: {
    label: 'Notes and context commits of issues and merge requests',
    options: { all: 'All', recent: 'Changed in the last 90 days' } satisfies Record<PinRange, string>,
  },
  columns: { depth: 'Depth', holds: 'Contents', requests: 'Requests', size: 'Size', state: 'State', items: 'Items' },
  notPinned: 'Not pinned. Pin it to read all of it offline.',
  coveredBy: (label: string) => `Part of the pin “${label}”.`,
  pin: 'Pin…',
  edit: 'Edit pin…',
  pinView: 'Pin for offline…',
  unpin: 'Remove pin',
  unpinMenu: 'Remove pin…',
  pause: 'Pause',
  resume: 'Resume',
  refill: 'Fill again',
  retry: 'Retry',
  settings: 'Change quota',
  progress: ({ depths }: Pick<Pin, 'depths'>) => {
    const chosen = depths.filter(({ isChosen }) => isChosen);
    const sum = (of: (one: (typeof chosen)[number]) => number): number => chosen.reduce((all, one) => all + of(one), 0);
    const [stored, items, refused] = [sum((one) => one.stored), sum((one) => one.items), sum((one) => one.refused)];
    return `${count(stored)} of ${count(items)}${refused === 0 ? '' : `, ${pins.refused(refused)}`}`;
  },
  progressOf: (label: string) => `Progress of ${label}`,
  share: (stored: number, items: number) => `${count(stored)} of ${count(items)}`,
  /** Items that were not stored, or not completely. The list of problems says what happened to each. */
  refused: (n: number) => `${count(n)} refused`,
  /** `isGuess`: some numbers are unknown, so `n` is the smallest possible number of requests. */
  requests: (n: number, isGuess: boolean) => `${isGuess ? 'at least ' : ''}${plural(n, 'request')}`,
  size: (n: number, isGuess: boolean) => `${isGuess ? 'about ' : ''}${bytes(n)}`,
  notChosen: 'Not pinned',
  complete: 'Complete',
  missingItems: (n: number) =>
    `${plural(n, 'item is', 'items are')} missing because of the quota. Nothing was deleted.`,
  quota: (used: number, quota: number) => `${bytes(used)} of ${bytes(quota)} in all pins`,
  fresh: (everyMs: number | null) =>
    everyMs === null ? 'not refreshed automatically' : `refreshed every ${duration(everyMs)}`,
  filled: 'Filled',
  never: 'Not filled yet',
  offline: 'Offline: the pin is filled when the instance answers.',
  waiting: 'Waiting',
  guess: 'A list that was never synced counts as one request. Long lists, and rows with details or notes, need more.',
  dialog: {
    title: (label: string) => `Pin ${label} for offline`,
    text: 'Choose what to store on this computer. Reeve keeps it up to date while the pin exists.',
    places: (n: number) => plural(n, 'group or project', 'groups and projects'),
    depths: 'Depths',
    unknown: 'known after the lists are synced',
    row: (requests: string, size: string) => `${requests}, ${size}`,
    ref: 'Branch, tag or commit for the files',
    file: 'Largest file in MB',
    /** `limit`: that of the settings. */
    fileHelp: (limit: string) =>
      `Larger files are left out. If the field is empty, the limit in Settings applies: ${limit}.`,
    estimating: 'Estimating…',
    failed: 'Couldn’t estimate',
    submit: 'Pin',
    save: 'Save pin',
    total: (requests: string, size: string) => `Total: ${requests}, ${size}`,
    tooLarge: (size: string, left: string) =>
      `This needs ${size}, but only ${left} of the quota is left. Items that don’t fit aren’t stored.`,
    grows: 'Projects that the lists name are added while the pin is filled, so it can need more.',
    nothing: 'Choose at least one depth.',
  },
  unpinDialog: {
    title: (label: string) => `Remove the pin ${label}?`,
    text: 'Nothing is deleted immediately, and nothing changes on the instance. The content of the pin is no longer kept up to date.',
    rows: 'Lists, notes and wiki pages stay on this computer.',
    files: (limit: string) =>
      `Files, artifacts and contents of snippets stay until stored files exceed their limit (${limit}, in Settings). Then Reeve deletes the files that were not used for the longest time from this computer.`,
    others: 'Items that another pin also contains stay pinned.',
  },
  everythingAction: 'Make everything available offline…',
  everythingKeywords: 'pin offline train everything download',
  started: (label: string) => `Filling the pin ${label}`,
  removed: (label: string) => `Pin removed: ${label}. Its content is kept until space is needed.`,
  actionFailed: 'Couldn’t change the pin',
  loadFailed: 'Couldn’t load the pins',
  none: 'Nothing is pinned yet.',
  noneWhat: 'A pin stores a project, a group or a saved view on this computer, and keeps it up to date.',
  caption: 'Pinned groups, projects and views',
  table: { pin: 'Pin', state: 'State', stored: 'Stored', size: 'Size', filled: 'Filled', actions: 'Actions' },
  menuOf: (label: string) => `Actions for the pin ${label}`,
  setting: {
    title: 'Pins',
    what: 'Pinned groups, projects and views are stored on this computer. When the quota is reached, nothing more is downloaded, and nothing is deleted.',
    used: (used: number, quota: number) => `${bytes(used)} of ${bytes(quota)} used. The size of rows is estimated.`,
    quota: 'Quota in MB',
    quotaHelp: 'For all pins of all instances. At least 10 MB.',
    file: 'Largest file in MB',
    fileHelp: 'Larger files are not downloaded. At least 1 MB.',
    apply: 'Apply',
    over: 'The pins use more than the quota. Nothing is deleted, and nothing more is downloaded.',
    done: 'Quota changed',
  },
  badMegabytes: ({ least, most }: { least: number; most: number }) =>
    `Enter a whole number of megabytes from ${count(least)} to ${count(most)}.`,
  toMegabytes: (n: number): string => String(Math.round(n / megabytes(1))),
};
