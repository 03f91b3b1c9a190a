import type { CoverageGap, CoverageRow, CoverageState } from '#shared/contract/coverage.ts';
import { labels, rowsOf } from './collections.ts';
import { explainWord } from './failures.ts';
import { count, plural } from './moments.ts';

const and = new Intl.ListFormat('en', { type: 'conjunction' });
const or = new Intl.ListFormat('en', { type: 'disjunction' });

/** Words about coverage: what is stored on this computer. */
export const coverage = {
  title: 'Coverage',
  noun: { one: 'list', many: 'lists' },
  withCount: (label: string, n: number) => `${label} (${count(n)})`,
  note: 'what is stored on this computer',
  caption: (place: string) => `Lists of ${place} that are stored on this computer`,
  captionAll: 'Lists of all places that are stored on this computer',
  columns: labels('place', 'collection', 'syncedFrom', 'rows', 'state', 'synced', 'actions'),
  thisPlace: { instance: 'This instance', group: 'This group', project: 'This project' },
  wholeInstance: 'Whole instance',
  group: (path: string) => `Group ${path}`,
  /** The lists below a project, such as the notes of each issue, or its stored contents. */
  below: (collection: string, synced: number, known: number) => {
    if (collection === 'files') return `${count(synced)} of ${plural(known, 'known file')}`;
    if (collection === 'snippetContents') return `${count(synced)} of ${plural(known, 'snippet')}`;
    if (collection === 'commits') return `${count(synced)} of ${plural(known, 'branch', 'branches')}`;
    return `${count(synced)} of ${plural(known, 'list')}`;
  },
  none: '–',
  never: '–',
  states: {
    complete: 'Complete',
    partial: 'Incomplete',
    refused: 'Refused',
    never: 'Never synced',
    syncing: 'Syncing…',
  } satisfies Record<CoverageState, string>,
  /** The state of a row in words, with the reason if it is not complete. */
  stateOf: (row: CoverageRow): string => stateOf(row),
  /** Why parts of a list can't be fetched, and how many items do not exist on the platform; null: neither applies. */
  whyOf: (row: CoverageRow): string | null =>
    [...(row.gap?.stuck.map((one) => whyOf(row, one)) ?? []), ...absentOf(row)].join(' ') || null,
  gapsOf: (pin: string | null) => (pin === null ? 'Gaps of a removed pin' : `Gaps of the pin ${pin}`),
  sync: 'Sync',
  syncOf: (collection: string, place: string) => `Sync ${rowsOf(collection)} of ${place}`,
  syncDetailsOf: (collection: string, place: string) => `Sync details of ${rowsOf(collection)} of ${place}`,
  syncStarted: (collection: string, place: string) => `Syncing ${rowsOf(collection)} of ${place}`,
  /** What a sync of the lists below a project includes. */
  syncsBelow: (parents: readonly string[]) => {
    if (parents.length === 0)
      return 'This syncs the artifacts of all known jobs: jobs of synced deployments, and jobs whose artifacts were synced before.';
    return `This includes all synced ${and.format(parents.map(rowsOf))}.`;
  },
  syncFirst: (collections: readonly string[]) => `Sync the ${or.format(collections.map(rowsOf))} of the project first.`,
  open: 'Open',
  openOf: (collection: string, place: string) => `Open ${rowsOf(collection)} of ${place}`,
  syncFailed: 'Couldn’t start the sync',
  running: 'This list is being synced.',
  empty: 'No lists match these filters.',
  clear: 'Clear filters',

  toolbar: 'Filters',
  searchLabel: 'Filter lists',
  searchHint: 'Place or collection',
  stateFilter: 'State',
  anyState: 'Any state',
  kindFilter: 'Places',
  anyKind: 'All places',
  kinds: { instance: 'Instance', group: 'Groups', project: 'Projects' },
  ageFilter: 'Age',
  anyAge: 'Any age',
  olderThan: { hour: 'Older than 1 hour', day: 'Older than 1 day', week: 'Older than 1 week' },
  count: (lists: number, places: number) => `${plural(lists, 'list')} in ${plural(places, 'place')}`,
  more: 'Load more',
  shown: (shown: number, total: number) => `${count(shown)} of ${count(total)} lists shown`,
};

function whyOf({ collection, refusal }: CoverageRow, { why, count: n }: CoverageGap['stuck'][number]): string {
  const of = (one: string, many: string): string => `${plural(n, one, many)}.`;
  switch (why) {
    case 'refused':
      return explainWord(refusal?.reason ?? 'denied').what;
    case 'too-large':
      return of('item is larger than the limit of the pin', 'items are larger than the limit of the pin');
    case 'over-quota':
      return of('item doesn’t fit into the quota of pins', 'items don’t fit into the quota of pins');
    case 'unreadable':
      return collection === 'files'
        ? of(
            'file has no blame, because the instance refused to return it',
            'files have no blame, because the instance refused to return it',
          )
        : of('row can’t be read', 'rows can’t be read');
    case 'cut':
      return 'Reeve syncs only the newest rows of this list.';
    case 'off':
      return 'This list is switched off in the setup.';
    default:
      return why satisfies never;
  }
}

function absentOf({ collection, below }: CoverageRow): string[] {
  const n = below?.absent ?? 0;
  if (n === 0) return [];
  const found = plural(n, 'item wasn’t found on the instance', 'items weren’t found on the instance');
  return [collection === 'artifacts' ? `${found}. Artifacts may have expired, or the jobs made none.` : `${found}.`];
}

function stateOf(row: CoverageRow): string {
  const { state, refusal, below } = row;
  if (state === 'refused') {
    const code = refusal === null || refusal.status === null ? '' : ` (${refusal.status})`;
    if (below !== null && below.refusedCount > 0) return `${plural(below.refusedCount, 'list')} refused${code}`;
    return `Refused${code}`;
  }
  const isContent = row.collection === 'files' || row.collection === 'snippetContents';
  if (isContent && below !== null) {
    if (below.known === 0) return state === 'never' ? 'None known' : 'None';
    if (state === 'never') return 'Not stored';
    if (state === 'partial') return `${count(below.known - below.synced)} of ${count(below.known)} not stored`;
  }
  if (state !== 'partial') return coverage.states[state];
  if (below !== null && below.synced < below.known && row.collection === 'commits')
    return `${count(below.known - below.synced)} of ${plural(below.known, 'branch', 'branches')} incomplete`;
  if (below !== null && below.synced < below.known)
    return `${count(below.known - below.synced)} of ${count(below.known)} never synced`;
  if (row.undetailed > 0) return `${plural(row.undetailed, 'row')} without details`;
  if (row.unreadable > 0) return `${plural(row.unreadable, 'row')} unreadable`;
  return row.cutAt === null ? coverage.states.partial : `Newest ${count(row.cutAt)} only`;
}
