import { unfinishedHours } from '#shared/contract/deployments.ts';
import type { HomeAlarm, PlaceActivity } from '#shared/contract/places.ts';
import { coverage } from './coverage.ts';
import { count, plural } from './moments.ts';
import { overview } from './overview.ts';
import { placeSummary } from './place-summary.ts';

const alarms: Record<HomeAlarm['collection'], (n: number) => string> = {
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
  noActivity: 'None in the synced lists',
  owners: (n: number) => plural(n, 'Owner'),
  ownersHint: 'Owners with an active account',
  allowlist: { ...coverage.states, off: 'Off: every project', on: 'On', unknown: 'Unknown' },
  foot: 'The API has no list of projects. Projects that aren’t in “Groups and projects” are missing.',
  add: 'Add projects…',
  none: 'No projects of this group are known.',
  noMatch: 'No projects match these filters.',
  more: (n: number) => `Show ${count(n)} more`,
  places: (n: number) => plural(n, 'place'),
  alarm: (list: HomeAlarm['collection'], n: number) => alarms[list](n),
  alarmsAt: (n: number, place: string, found: string) => `${plural(n, 'alarm')} in ${place}: ${found}`,
  at: (place: string, found: string) => `${place}: ${found}`,
  members: {
    title: 'Members by level',
    note: (n: number, places: number, all: number) =>
      `${plural(n, 'person', 'people')}, ${count(places)} of ${plural(all, 'project')}`,
    never: 'Members of the known projects were never synced.',
  },
  pushRule: {
    configured: 'Configured for this group',
    none: 'Not configured for this group',
    'never-synced': coverage.states.never,
    refused: coverage.states.refused,
  },
  tokens: { title: 'Access tokens that expire next', none: 'No active tokens.', all: 'All tokens' },
};
