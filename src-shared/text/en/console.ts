import type { PlaceKind } from '#shared/contract/collection.ts';
import { days } from '#shared/time.ts';
import { ago, count } from './moments.ts';

/** What the rows of a list are called: `{ one: 'runner', many: 'runners' }`. */
export interface Noun {
  one: string;
  many: string;
}

const some = ({ one, many }: Noun, n: number, isCapped = false): string =>
  n === 1 && !isCapped ? `1 ${one}` : `${count(n)}${isCapped ? '+' : ''} ${many}`;

const placeNames: Record<PlaceKind, string> = {
  issue: 'issue #',
  mr: 'merge request !',
  snippet: 'snippet ',
  hook: 'webhook ',
  job: 'job ',
};

/** Words that all consoles share. */
export const consoles = {
  count: some,
  table: ({ many }: Noun, where: string) => `${capital(many)} of ${where}`,
  toolbar: 'Filters and columns',
  searchLabel: ({ many }: Noun) => `Filter ${many}`,
  clearSearch: 'Clear the search',
  layoutNotKept: 'The columns stay as they are until this window closes, but could not be saved',
  none: '–',
  never: 'Never',
  yes: 'Yes',
  no: 'No',
  untold: 'Not told by the list',
  untoldAdministrator: 'Not told by the list; needs an administrator’s token, or the details',
  untoldDetail: 'Only the details contain this value, and they haven’t been read yet',
  notRead: 'Not read yet',
  needsAdministrator: 'Needs an administrator’s token',
  administratorFieldsHidden: 'Administrator fields aren’t visible to this token.',
  needsAdministratorShort: 'needs administrator',
  needsDetailsShort: 'needs details',
  gone: 'Gone',
  goneWhy: ({ one }: Noun, atMs: number, nowMs: number) =>
    `The instance no longer lists this ${one}. Noticed ${ago(atMs, nowMs)}; what is shown is what was cached before.`,
  cut: 'Shortened',
  cutWhy: 'The row is too large for the list: open the row to see all of its fields.',
  columns: { age: 'Cached', scope: 'Where' },
  /** Of pages that are made from a declaration. */
  plainViews: { all: 'All', gone: 'Not returned' },
  day: (atMs: number, nowMs: number) => {
    const past = Math.floor(nowMs / days(1)) - Math.floor(atMs / days(1));
    if (past === 0) return 'today';
    return past === 1 ? 'yesterday' : ago(atMs, atMs + days(past));
  },
  seconds: (n: number) => (n === 1 ? '1 second' : `${count(n)} seconds`),

  exportCsv: 'Export CSV…',
  exporting: 'Writing the file…',
  exported: (noun: Noun, rows: number) => `${some(noun, rows)} exported`,
  exportTitle: (noun: Noun, rows: number) => `Export ${some(noun, rows)}`,
  exportFailed: 'The export failed',
  nothingToExport: 'There is nothing to export',
  openWeb: 'Open in web',
  openWebFailed: 'The page could not be opened',
  noWebUrl: ({ one }: Noun) => `The instance gave no address for this ${one}`,

  scope: {
    instance: 'the whole instance',
    everywhere: 'every known place',
    group: (name: string) => `group ${name}`,
    project: (name: string) => `project ${name}`,
    /** A place below a project, in front of what the project is called. */
    place: ({ kind, id }: { kind: PlaceKind; id: number }) => `${placeNames[kind]}${id} of`,
    chooseGroup: 'Choose a group first.',
    chooseProject: 'Choose a project first.',
    chooseEither: 'Choose a group or a project first.',
    why: ({ many }: Noun) => `The API has no list of all ${many}. Choose where at the top, or here:`,
    nonePinned: 'None is in the catalogue yet. Pin the ones that you look after, and they stand here.',
    toCatalogue: 'Open the catalogue',
    pinned: 'In the catalogue',
  },

  views: {
    label: 'Saved views',
    shown: (name: string) => `View: ${name}`,
    none: 'Custom',
    save: 'Save view',
    saveAs: 'Save view…',
    saveTitle: 'Save this view',
    saveWhat: 'Keeps the filters, the search and the sort under a name, on this machine.',
    name: 'Name',
    nameMissing: 'Give the view a name.',
    nameLong: 'Use at most 60 characters.',
    nameTaken: 'There is a view of this name already.',
    rename: 'Rename…',
    renameTitle: 'Rename the view',
    replace: 'Replace by what is shown now',
    unchanged: 'It is what is shown now',
    remove: 'Delete view',
    removed: (name: string) => `View “${name}” deleted`,
    saved: (name: string) => `View “${name}” saved`,
    undo: 'Undo',
    failed: 'The view could not be saved',
    menu: (name: string) => `View ${name}`,
  },

  filter: {
    button: 'Filter',
    title: 'Filters',
    clear: 'Clear filters',
    remove: (chip: string) => `Remove filter: ${chip}`,
    excludedBy: (label: string) => `Excluded by “${label}”`,
    needs: (label: string) => `Needs “${label}”`,
    setCount: (n: number) => (n === 1 ? 'filter is set' : 'filters are set'),
    noneSet: 'No filter is set',
    any: 'Any',
    chip: (label: string, value: string) => `${label}: ${value}`,
    listHint: 'Commas between',
    pairKey: 'Key',
    pairValue: 'Value',
    pairAdd: 'Add',
    pairNameless: 'Enter a key',
    pairRemove: (key: string) => `Remove ${key}`,
    gone: {
      hide: ({ many }: Noun) => `Hide gone ${many}`,
      show: ({ many }: Noun) => `Show gone ${many} too`,
      only: ({ many }: Noun) => `Only gone ${many}`,
    },
    goneChip: { show: ({ many }: Noun) => `With gone ${many}`, only: ({ many }: Noun) => `Only gone ${many}` },
    goneGroup: 'No longer listed',
    needsAdministrator: 'Needs an administrator’s token: these rows do not carry the field',
  },

  bulk: {
    copyAs: 'Copy as…',
    exportCsv: 'Export CSV…',
    more: 'More actions',
    copied: (rows: number) => `${rows === 1 ? '1 row' : `${count(rows)} rows`} copied`,
    copiedSome: (rows: number, leftOut: number) =>
      `${count(rows)} rows copied, ${count(leftOut)} left out. Export CSV takes all.`,
    copyFailed: 'Nothing was copied',
    nothingChosen: ({ one }: Noun) => `No ${one} is selected`,
    onlyOne: ({ one }: Noun) => `Works on one ${one} at a time`,
  },
  commands: {
    filter: ({ many }: Noun) => `Filter ${many}`,
    read: ({ many }: Noun, where: string) => `Read all ${many} of ${where}`,
    export: (noun: Noun, chosen: number) =>
      chosen > 0 ? `Export ${some(noun, chosen)} as CSV` : `Export all ${noun.many} that match as CSV`,
    copyIds: ({ many }: Noun) => `Copy the ids of the selected ${many}`,
  },
  formats: { id: 'Ids', json: 'JSON', csv: 'CSV', markdown: 'Markdown table', curl: 'curl, token left out' },
  row: {
    menu: (name: string) => `Actions for ${name}`,
    open: 'Open details',
    openWindow: 'Open in new window',
    copyCell: (column: string) => `Copy ${column}`,
    copied: (what: string) => `${what} copied`,
    copyId: 'Copy ID',
    id: 'ID',
    emptyCell: 'The cell is empty',
    copyJson: 'Copy row as JSON',
    copyCsv: 'Copy row as CSV',
    copyMarkdown: 'Copy row as Markdown',
    copyCurl: 'Copy as curl, token left out',
  },

  panel: {
    label: (name: string) => `Details of ${name}`,
    tabs: (name: string) => `Parts of ${name}`,
    overview: 'Overview',
    refresh: 'Read again',
    refreshing: 'Reading…',
    refreshFailed: ({ one }: Noun) => `This ${one} could not be read again.`,
    readFailed: 'The instance was asked and did not give it.',
    unnamed: ({ one }: Noun, id: number | string) => `${capital(one)} ${id}`,
    offlineShort: 'Offline',
    listOnly: 'The API tells it in the list only',
    fromList: 'In the list',
    fromLookup: 'Looked up',
    fromDetail: 'Details',
    neverRead: 'never read',
    missing: ({ one }: Noun) => `This ${one} is not in the cache.`,
    missingWayOut: 'It was not read yet, or there is none of this id here.',
    absentAdministrator: 'Not told, needs administrator',
    absentDetail: 'Not told in the list, read the details',
    notSent: 'Not sent by this instance',
    empty: 'Empty:',
    other: 'Other fields',
    otherWhy: 'Sent by the instance, not in the documents that Reeve knows. Shown as they came.',
    actions: 'Actions',
  },

  crawl: {
    start: ({ many }: Noun, where: string) => `Read all ${many} of ${where}`,
    startFailed: ({ many }: Noun) => `The ${many} could not be read`,
    reading: ({ many }: Noun, rows: number, estimated: number | null) =>
      estimated === null
        ? `Reading ${many}: ${count(rows)}`
        : `Reading ${many}: ${count(rows)} of about ${count(estimated)}`,
    cancel: ({ many }: Noun) => `Cancel reading ${many}`,
    progress: ({ many }: Noun) => `${capital(many)} read`,
    waiting: ({ many }: Noun) => `Reading ${many}: waiting for the network`,
    waitingUntil: ({ many }: Noun, time: string) => `Reading ${many}: goes on at ${time}`,
    needsPerson: ({ many }: Noun) =>
      `More than a fifth of the ${many} are missing on the instance. Nothing was marked yet.`,
    decide: 'Decide in Activity',
    running: ({ many }: Noun) => `${capital(many)} are being read already`,
    details: ({ many }: Noun) => `Read the details of all cached ${many}, one call each`,
    detailsOf: ({ one, many }: Noun): Noun => ({ one: `details of ${one}`, many: `details of ${many}` }),
    noRows: ({ many }: Noun) => `No ${many} are cached yet`,
    read: (atMs: number, nowMs: number) => `Read ${ago(atMs, nowMs)}`,
    never: 'Not read to the end yet',
  },

  /** Of a list that a form chooses from. */
  needed: {
    loading: ({ many }: Noun, where: string) => `Loading the ${many} of ${where}…`,
    none: ({ many }: Noun, where: string) => `There are no ${many} in ${where}.`,
    failed: ({ many }: Noun, where: string) => `Could not load the ${many} of ${where}.`,
    sync: ({ many }: Noun) => `Load ${many}`,
  },

  empty: {
    neverRead: ({ many }: Noun, where: string) => `The ${many} of ${where} were not read yet.`,
    neverReadWayOut: 'Read them once and they are here for good, offline too.',
    cachedIn: (rows: number, where: string) => `${count(rows)} ${rows === 1 ? 'is' : 'are'} cached for ${where}.`,
    showWider: 'Show',
    notVisible: ({ many }: Noun, where: string) => `The ${many} of ${where} are not visible to this token.`,
    none: ({ many }: Noun, where: string) => `This token is shown no ${many} in ${where}.`,
    noneWayOut: (atMs: number, nowMs: number) => `They were last read ${ago(atMs, nowMs)}.`,
    noPlaces: 'No place to look is in the catalogue yet.',
    noPlacesWayOut: ({ many }: Noun) =>
      `Add the groups and projects that you look after; their ${many} can be read then.`,
    noMatch: ({ one }: Noun) => `No ${one} matches.`,
    noMatchWayOut: 'Clear the filters, or look for something else.',
    noGone: ({ one }: Noun) => `No ${one} is gone.`,
    noGoneWayOut: 'The last pass still found all that are cached.',
    unanswered: 'This filter was never answered by the instance.',
    unansweredWayOut: 'It can be asked as soon as the instance can be reached.',
    toAll: ({ many }: Noun) => `Show all ${many}`,
    clear: 'Clear search and filters',
    retry: 'Try again',
    failedRows: 'Some rows could not be read from the cache.',
    offline: ({ many }: Noun, syncedText: string) => `Offline: showing ${many} synced ${syncedText}.`,
    offlinePage: 'Offline: showing cached data.',
    offlineUnknown: ({ many }: Noun) => `Offline: showing cached ${many}.`,
  },

  form: {
    save: 'Save',
    unsaved: 'Unsaved changes',
    kept: 'Your changes are kept until this window closes',
    discard: 'Discard changes',
    nothingChanged: 'Nothing was changed',
    optional: 'optional',
    unset: 'Not set',
    yes: 'Yes',
    no: 'No',
    failed: 'It was not sent',
    missing: 'Fill this in.',
    add: 'Add',
    remove: (what: string) => `Remove ${what}`,
  },
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
