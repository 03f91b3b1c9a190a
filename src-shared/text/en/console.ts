import type { PlaceKind } from '#shared/contract/scope.ts';
import { days } from '#shared/time.ts';
import { commitListName } from './commit-lists.ts';
import { ago, count, plural, shortDay, shortMoment } from './moments.ts';

/** Names of the rows of a list: `{ one: 'runner', many: 'runners' }`. */
export interface Noun {
  one: string;
  many: string;
}

const some = ({ one, many }: Noun, n: number, isCapped = false): string =>
  n === 1 && !isCapped ? `1 ${one}` : `${count(n)}${isCapped ? '+' : ''} ${many}`;

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** What a list can be opened for. */
type Choice = 'group' | 'project' | 'either';
const choices: Record<Choice, { one: string; many: string }> = {
  group: { one: 'a group', many: 'groups' },
  project: { one: 'a project', many: 'projects' },
  either: { one: 'a group or a project', many: 'groups or projects' },
};

const placeNames: Record<PlaceKind, string> = {
  issue: 'issue #',
  mr: 'merge request !',
  snippet: 'snippet ',
  hook: 'webhook ',
  job: 'job ',
};

/** Texts of all list pages. */
export const consoles = {
  count: some,
  table: ({ many }: Noun, where: string) => `${capital(many)} of ${where}`,
  toolbar: 'Filters and columns',
  searchLabel: ({ many }: Noun) => `Filter ${many}`,
  clearSearch: 'Clear search',
  layoutNotKept: 'Couldn’t save the columns. They stay as they are until this window closes.',
  none: '–',
  never: 'Never',
  yes: 'Yes',
  no: 'No',
  notIncluded: 'Not included in the list',
  notIncludedAdministrator: 'Not included in the list. Requires an administrator’s token or synced details',
  notIncludedDetail: 'Only the details contain this value. They aren’t synced yet',
  notRead: 'Not synced yet',
  /** Shown in a list for a row whose details are older than the row. */
  detailsAge: (atMs: number, nowMs: number) => `Details ${ago(atMs, nowMs)}`,
  rowAndDetails: (row: string, details: string) => `Row synced on ${row}. Details synced on ${details}.`,
  detailsTime: (time: string) => `Details synced on ${time}.`,
  needsAdministrator: 'Requires an administrator’s token',
  administratorFieldsHidden: 'Administrator fields aren’t visible to this token.',
  needsAdministratorShort: 'requires administrator',
  needsDetailsShort: 'requires details',
  deleted: 'Deleted',
  deletedWhy: ({ one }: Noun, atMs: number, nowMs: number) =>
    `This ${one} was deleted. Reeve noticed this ${ago(atMs, nowMs)} and shows the last synced data.`,
  deletedHere: ({ one }: Noun, atMs: number, nowMs: number) =>
    `This ${one} was deleted with Reeve ${ago(atMs, nowMs)}. Reeve shows the last synced data.`,
  openRestored: ({ one }: Noun) => `The deletion was undone. Open the new ${one}`,
  notReturned: (atMs: number, nowMs: number) => `Not returned since ${shortDay(atMs, nowMs)}`,
  notReturnedWhy: ({ one }: Noun, atMs: number, nowMs: number) =>
    `Not returned since ${shortMoment(atMs, nowMs)}: a full sync didn’t include this ${one}. Reeve shows the last synced data.`,
  unexpected: 'Unexpected',
  unexpectedWhy: 'The instance returned a value of another type than documented. Open the row to see it.',
  cut: 'Shortened',
  cutWhy: 'The row is too large for the list. Open it to see all fields.',
  columns: { age: 'Cached', scope: 'Where' },
  oldestPlace: ' (oldest place)',
  /** Pages that are made from a declaration. */
  plainViews: { all: 'All', notReturned: 'Not returned' },
  /** The age of a past day in days, or the time until a future day begins. */
  day: (atMs: number, nowMs: number) => {
    if (atMs > nowMs) return ago(atMs, nowMs);
    const past = Math.floor(nowMs / days(1)) - Math.floor(atMs / days(1));
    if (past === 0) return 'today';
    return past === 1 ? 'yesterday' : ago(atMs, atMs + days(past));
  },
  overdue: (day: string) => `Overdue: ${day}`,
  number: count,
  seconds: (n: number) => plural(n, 'second'),

  exportRows: 'Export…',
  exporting: 'Exporting…',
  /** The list is shown as of this moment. */
  exportAsOf: (at: number, nowMs: number) => `Export CSV as of ${shortDay(at, nowMs)}…`,
  exported: (noun: Noun, rows: number) => `${some(noun, rows)} exported`,
  exportTitle: (noun: Noun, rows: number) => `Export ${some(noun, rows)}`,
  exportFailed: 'Couldn’t export',
  nothingToExport: 'Nothing to export',
  openWeb: 'Open in browser',
  openWebFailed: 'Couldn’t open the page',
  noWebUrl: ({ one }: Noun) => `The instance didn’t return a web address for this ${one}`,

  scope: {
    instance: 'the whole instance',
    wholeInstance: 'Instance',
    everywhere: 'all added groups and projects',
    group: (name: string) => `group ${name}`,
    project: (name: string) => `project ${name}`,
    /** A place below a project; the name of the project follows. `name`: replaces the number of a webhook, if known. */
    place: ({ kind, id }: { kind: PlaceKind; id: number }, name: string | null = null) =>
      `${placeNames[kind]}${name ?? id} of`,
    /** A list of commits of a project; the name of the project follows. */
    revisions: (revisions: string) => `${commitListName(revisions)} of`,
    choose: (kind: Choice) => `Choose ${choices[kind].one} first.`,
    why: ({ many }: Noun, kind: Choice) =>
      `The API has no list of all ${many}. Choose ${choices[kind].one} in the top bar or here:`,
    nonePinned: (kind: Choice) => `No ${choices[kind].many} added yet. The ones that you add are shown here.`,
    toCatalogue: 'Add groups and projects',
    pinned: 'Added groups and projects',
  },

  moreMessages: (n: number) => plural(n, 'more message'),
  fewerMessages: 'Fewer messages',

  views: {
    label: 'Saved views',
    shown: (name: string) => `View: ${name}`,
    none: 'Custom',
    save: 'Save view',
    saveAs: 'Save view…',
    copy: 'Copy view…',
    saveTitle: 'Save this view',
    saveWhat: 'Saves the filters, search, and sort order on this machine.',
    nameTaken: 'Another view already has this name.',
    rename: 'Rename…',
    renameTitle: 'Rename view',
    replace: 'Update with current filters',
    unchanged: 'No changes to save',
    remove: 'Delete view',
    removed: (name: string) => `View “${name}” deleted`,
    saved: (name: string) => `View “${name}” saved`,
    undo: 'Undo',
    failed: 'Couldn’t save the view',
    menu: (name: string) => `View ${name}`,
    /** `name`: of a saved view; null: the view is in the address. */
    unreadable: (name: string | null) =>
      name === null
        ? { title: 'Couldn’t read the filter in the address', text: 'The list is shown without this filter.' }
        : {
            title: `Couldn’t read “${name}”`,
            text: 'This version can’t read this view. The view is kept.',
          },
    notApplied: (name: string | null, unknown: readonly string[]) => ({
      title: `${name === null ? 'The view in the address' : `“${name}”`} was not applied`,
      text: consoles.views.unknown(unknown),
    }),
    unknown: (unknown: readonly string[]) =>
      `This version doesn’t support ${unknown.map((one) => `“${one}”`).join(', ')}. Without this, the view shows other rows.`,
    showWithout: 'Show anyway',
  },

  /** The action of lists whose rows are people. */
  leave: {
    action: 'Prepare offboarding',
    actionFailed: 'Couldn’t read the selection',
    tooMany: (most: number) => `Select at most ${count(most)}`,
    /** Opens the page that finds the accounts of a pasted list. */
    list: { action: 'Prepare offboarding from a list', keywords: 'leave offboarding paste csv' },
  },

  filter: {
    button: 'Filter',
    title: 'Filters',
    clear: 'Clear filters',
    remove: (chip: string) => `Remove filter: ${chip}`,
    excludedBy: (label: string) => `Excluded by “${label}”`,
    needs: (label: string) => `Requires “${label}”`,
    setBy: (label: string) => `Set by “${label}”. Remove that filter to change it.`,
    chipSetBy: (chip: string, label: string) => `${chip} (set by “${label}”)`,
    setCount: (n: number) => (n === 1 ? 'filter is set' : 'filters are set'),
    noneSet: 'No filters set',
    any: 'Any',
    chip: (label: string, value: string) => `${label}: ${value}`,
    listHint: 'Comma-separated',
    /** `words`: the words that are also accepted. The field has room for two of them. */
    idsHint: (isList: boolean, words: readonly string[]) => {
      const number = isList ? 'Numbers' : 'Number';
      if (words.length === 0) return isList ? 'Numbers with commas' : number;
      return words.length > 2 ? `${[number, ...words.slice(0, 2)].join(', ')}, …` : either.format([number, ...words]);
    },
    mostIds: (most: number) => `At most ${count(most)} numbers`,
    tooManyIds: (given: number, most: number) =>
      `Not applied: ${count(given)} numbers. The API accepts at most ${count(most)}.`,
    withCount: (label: string, rows: number) => `${label} (${count(rows)})`,
    valuesLoading: 'Loading values…',
    valuesFailed: 'Couldn’t load the values. You can still type one.',
    noValues: 'No matching values in the synced rows',
    moreValues: (shown: number) => `The ${count(shown)} most frequent values. Type to find others.`,
    refused: (entered: string) => `Not applied: “${entered}” isn’t a valid value.`,
    pairKey: 'Key',
    pairValue: 'Value',
    pairAdd: 'Add',
    pairNameless: 'Enter a key',
    pairRemove: (key: string) => `Remove ${key}`,
    notReturned: {
      hide: ({ many }: Noun) => `Hide ${many} not returned or deleted`,
      show: ({ many }: Noun) => `Include ${many} not returned or deleted`,
      only: ({ many }: Noun) => `Only ${many} not returned or deleted`,
    },
    notReturnedChip: {
      show: ({ many }: Noun) => `Including ${many} not returned or deleted`,
      only: ({ many }: Noun) => `Only ${many} not returned or deleted`,
    },
    notReturnedGroup: 'Not returned or deleted',
    needsAdministrator: 'Requires an administrator’s token: these rows don’t include the field',
  },

  bulk: {
    copyAs: 'Copy as…',
    exportRows: 'Export…',
    more: 'More actions',
    copied: (rows: number) => `${plural(rows, 'row')} copied`,
    copiedSome: (rows: number, leftOut: number) =>
      `${count(rows)} rows copied, ${count(leftOut)} left out. To get all rows, export them.`,
    copyFailed: 'Couldn’t copy',
    nothingChosen: ({ one }: Noun) => `No ${one} selected`,
    onlyOne: ({ one }: Noun) => `Select only one ${one}`,
  },
  commands: {
    filter: ({ many }: Noun) => `Filter ${many}`,
    export: (noun: Noun, chosen: number) =>
      chosen > 0 ? `Export ${some(noun, chosen)} as CSV` : `Export all matching ${noun.many} as CSV`,
    copyIds: ({ many }: Noun) => `Copy the IDs of the selected ${many}`,
    copyLink: 'Copy link to this list',
    history: ({ one }: Noun) => `Show the history of this ${one}`,
  },
  formats: { id: 'IDs', json: 'JSON', csv: 'CSV', markdown: 'Markdown table', curl: 'curl, without token' },
  row: {
    menu: (name: string) => `Actions for ${name}`,
    open: 'Open details',
    openWindow: 'Open in new window',
    copyLink: 'Copy link',
    copyWebLink: 'Copy link for this browser',
    link: 'Link',
    openPerson: 'Open person',
    openPersonWindow: 'Open person in new window',
    openPersonNamed: (name: string) => `Open person: ${name}`,
    openList: (rows: string) => `Open ${rows}`,
    copyCell: (column: string) => `Copy ${column}`,
    copied: (what: string) => `${what} copied`,
    copyId: 'Copy ID',
    id: 'ID',
    emptyCell: 'The cell is empty',
    copyJson: 'Copy row as JSON',
    copyCsv: 'Copy row as CSV',
    copyMarkdown: 'Copy row as Markdown',
    copyCurl: 'Copy as curl, without token',
  },

  panel: {
    label: (name: string) => `Details of ${name}`,
    tabs: (name: string) => `Sections of ${name}`,
    overview: 'Overview',
    refresh: 'Refresh',
    refreshing: 'Refreshing…',
    refreshFailed: ({ one }: Noun) => `Couldn’t refresh this ${one}.`,
    readFailed: 'The instance didn’t return this row.',
    unnamed: ({ one }: Noun, id: number | string) => `${capital(one)} ${id}`,
    offlineShort: 'Offline',
    listOnly: 'The API can’t return a single row. Sync the list to update it.',
    fromList: 'From the list',
    fromLookup: 'Looked up',
    fromDetail: 'Details',
    neverSynced: 'never synced',
    missing: ({ one }: Noun) => `This ${one} isn’t in the cache.`,
    missingNextStep: 'It isn’t synced yet, or this ID doesn’t exist on the instance.',
    absentAdministrator: 'Not included: requires an administrator’s token',
    absentDetail: 'Not included in the list. Refresh the details',
    notSent: 'Not returned by this instance',
    /** At a moment in the past. */
    notRecorded: 'Not recorded',
    notKnownThen: 'Not known then',
    empty: 'Empty:',
    unexpected: 'Unexpected values',
    unexpectedWhy:
      'The instance returned these values with another type than documented. Filters by these fields don’t include this row.',
    other: 'Other fields',
    otherWhy: 'Undocumented fields, shown as the instance returned them.',
    actions: 'Actions',
  },

  sync: {
    start: ({ many }: Noun, where: string) => `Sync ${many} of ${where}`,
    startFailed: ({ many }: Noun) => `Couldn’t sync ${many}`,
    rows: ({ many }: Noun, rows: number, estimated: number | null) =>
      estimated === null
        ? `Syncing ${many}: ${count(rows)}`
        : `Syncing ${many}: ${count(rows)} of about ${count(estimated)}`,
    cancel: ({ many }: Noun) => `Cancel sync of ${many}`,
    cancelFailed: ({ many }: Noun) => `Couldn’t cancel the sync of ${many}`,
    progress: ({ many }: Noun) => `Sync of ${many}`,
    queued: ({ many }: Noun) => `Sync of ${many}: queued`,
    waiting: ({ many }: Noun, why: string) => `Sync of ${many}: ${why}`,
    needsPerson: ({ many }: Noun) =>
      `More than 20% of the cached ${many} are missing from the last sync. Nothing was marked yet.`,
    review: 'Review in Activity',
    running: ({ many }: Noun) => `Sync of ${many} is already running`,
    full: ({ many }: Noun) => `Sync everything again. Also finds ${many} that are no longer returned`,
    details: ({ many }: Noun) => `Sync details of all cached ${many}, one request each`,
    detailsOf: ({ one, many }: Noun): Noun => ({ one: `details of ${one}`, many: `details of ${many}` }),
    noRows: ({ many }: Noun) => `No ${many} synced yet`,
    /** `places`: how many places the list is synced in. */
    age: (atMs: number, nowMs: number, places: number) =>
      `Synced ${ago(atMs, nowMs)}${places > 1 ? ` (oldest of ${count(places)} places)` : ''}`,
    ageIn: (where: string, atMs: number, nowMs: number) => `Synced ${ago(atMs, nowMs)} as part of ${where}`,
    withDetails: (age: string, atMs: number, nowMs: number) => `${age}, oldest details ${ago(atMs, nowMs)}`,
    incomplete: 'Sync incomplete',
    hidden: 'No longer visible to this token',
    hiddenWhy: ({ many }: Noun, where: string, sinceMs: number, nowMs: number) =>
      `The instance refused to list the ${many} of ${where}, for the first time ${ago(sinceMs, nowMs)}. Reeve keeps and shows the last synced data.`,
  },

  /** A list that a form chooses from. */
  needed: {
    loading: ({ many }: Noun, where: string) => `Loading the ${many} of ${where}…`,
    none: ({ many }: Noun, where: string) => `There are no ${many} in ${where}.`,
    failed: ({ many }: Noun, where: string) => `Couldn’t load the ${many} of ${where}.`,
    sync: ({ many }: Noun) => `Load ${many}`,
  },

  empty: {
    neverSynced: ({ many }: Noun, where: string) => `No ${many} of ${where} synced yet.`,
    neverSyncedNextStep: 'Sync once to use them offline.',
    listedFor: ({ many }: Noun, hasGroups: boolean) =>
      `${capital(many)} are synced for ${hasGroups ? 'a group or ' : ''}the whole instance, not for a single project.`,
    cachedIn: (rows: number, where: string) => `${plural(rows, 'is', 'are')} synced for ${where}.`,
    showWider: 'Show',
    notVisible: ({ many }: Noun, where: string) => `This token can’t see the ${many} of ${where}.`,
    none: ({ many }: Noun, where: string) => `No ${many} in ${where} that this token can see.`,
    noneNextStep: (atMs: number, nowMs: number) => `Synced ${ago(atMs, nowMs)}.`,
    noPlaces: 'No groups or projects added yet.',
    noPlacesNextStep: ({ many }: Noun) => `Add groups and projects to sync their ${many}.`,
    noMatch: ({ many }: Noun) => `No ${many} match these filters.`,
    noMatchNextStep: 'Change the search or clear the filters.',
    noneNotReturned: ({ many }: Noun) => `No ${many} are marked as not returned.`,
    noneNotReturnedNextStep: 'The last full sync returned all of them.',
    unanswered: 'This filter needs the instance, and its result isn’t cached.',
    unansweredNextStep: 'Connect to the instance to use this filter.',
    toAll: ({ many }: Noun) => `Show all ${many}`,
    clear: 'Clear search and filters',
    retry: 'Retry',
    failedRows: 'Couldn’t read some rows from the cache.',
    offline: ({ many }: Noun, syncedText: string) => `Offline: showing ${many} synced ${syncedText}.`,
    offlinePage: 'Offline: showing cached data.',
    offlineUnknown: ({ many }: Noun) => `Offline: showing cached ${many}.`,
  },

  form: {
    save: 'Save',
    unsaved: 'Unsaved changes',
    kept: 'Your changes are kept until you close this window',
    discard: 'Discard changes',
    nothingChanged: 'No changes to save',
    unset: 'Not set',
    yes: 'Yes',
    no: 'No',
    failed: 'Couldn’t send the change',
    missing: 'This field is required.',
    charactersLeft: (left: number, most: number) =>
      left >= 0 ? `${count(left)} of ${count(most)} characters left` : `${plural(-left, 'character')} too many`,
    futureDay: 'Choose a date in the future.',
    optional: '(optional)',
    add: 'Add',
    tagsHint: 'Press Enter after each value',
    remove: (what: string) => `Remove ${what}`,
  },
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
