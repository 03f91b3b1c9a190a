import { unfinishedHours } from '#shared/contract/deployments.ts';
import type { HomeProject, PlaceActivity, PlaceAlarm } from '#shared/contract/places.ts';
import { rowsOf } from './collections.ts';
import { count, plural } from './moments.ts';
import { overview } from './overview.ts';
import { placeSummary } from './place-summary.ts';

const alarms: Record<PlaceAlarm['collection'], (n: number) => string> = {
  remoteMirrors: (n) => plural(n, 'mirror has an alarm', 'mirrors have an alarm'),
  webhooks: (n) => plural(n, 'webhook is disabled or failing', 'webhooks are disabled or failing'),
  runners: overview.attention.offline,
  accessTokens: overview.attention.ending,
  deployments: (n) => placeSummary.alarms.stuck(n, unfinishedHours.default),
  members: (n) => `access of ${plural(n, 'member')} ends within 7 days or has ended`,
};

/** Texts of the home of a group. */
export const groupHome = {
  projects: 'Projects',
  known: (n: number) => `${count(n)} known`,
  search: 'Filter projects',
  searchHint: 'Path',
  show: { label: 'Projects shown', all: 'All', alarms: 'With alarms', open: 'Allowlist off' },
  columns: {
    ...{ project: 'Project', alarms: 'Alarms', activity: 'Newest activity', age: 'Age', members: 'Members' },
    allowlist: 'Job token allowlist',
  },
  fold: (group: string) => `Projects of ${group}`,
  activity: ({ collection, name }: PlaceActivity) =>
    ({
      commits: `Commit: ${name}`,
      issues: `Issue #${name}`,
      mergeRequests: `Merge request !${name}`,
      deployments: `Deployment to ${name}`,
    })[collection],
  activityHint: (unsynced: readonly string[]) =>
    unsynced.length === 0 ? null : `Not synced: ${unsynced.map(rowsOf).join(', ')}`,
  noActivity: 'None in the synced lists',
  owners: (n: number) => plural(n, 'Owner'),
  ownersHint: 'Owners with an active account',
  allowlistOf: ({ isOpen }: HomeProject) => {
    if (isOpen === null) return 'Unknown';
    return isOpen ? 'Off: every project' : 'On';
  },
  foot: 'The API lists no projects of a group. Projects that no synced list names are missing.',
  add: 'Add projects…',
  none: 'No projects of this group are known.',
  noMatch: 'No projects match these filters.',
  more: (n: number) => `Show ${count(n)} more`,
  places: (n: number) => plural(n, 'place'),
  alarm: ({ collection, count: n }: Pick<PlaceAlarm, 'collection' | 'count'>) => alarms[collection](n),
  at: (place: string, found: string) => `${place}: ${found}`,
  alarmsOf: (place: string, found: readonly string[]) =>
    `${plural(found.length, 'alarm')} in ${place}: ${found.join(', ')}`,
  members: {
    title: 'Members by level',
    note: (n: number, places: number, all: number) =>
      `${plural(n, 'person', 'people')} in ${count(places)} of ${plural(all, 'project')}`,
    never: 'Members of the known projects were never synced.',
  },
  pushRule: { configured: 'Own rule', none: 'No own rule', 'never-synced': 'Never synced' },
  tokens: { title: 'Access tokens, next to expire', none: 'No active tokens in the synced list.', all: 'All tokens' },
};
