import { agoWithDate, count, plural } from './moments.ts';
import { labels } from './collections.ts';

/** Texts of the summary of a project and of the home of a group. */
export const placeSummary = {
  figuresLabel: 'Figures',
  never: 'Not synced yet',
  incomplete: 'not fully synced',
  openInBrowser: 'Open in browser',
  id: (id: number) => `ID ${id}`,
  syncAll: { project: 'Sync project', group: 'Sync group' },
  /** `lists`: the number of syncs that were started. */
  syncStarted: (lists: number) => `Syncing ${plural(lists, 'list')}`,
  syncIncludes: {
    project: 'This includes the commits of the default branch.',
    group: 'The lists of its projects are not included.',
  },
  textsNotIncluded: 'Notes and the contents of files and snippets are not included. A pin stores them.',
  textsByPin: 'Notes and contents of snippets are not included. The pin keeps them up to date.',
  syncFailed: 'Couldn’t start the sync',
  /** The second number of a figure. Its label is the title of the list, unless it counts only some of its rows. */
  figures: {
    issues: { label: 'Open issues', more: (n: number) => `of ${count(n)}` },
    mergeRequests: { label: 'Open merge requests', more: (n: number) => `of ${count(n)}` },
    branches: (n: number) => `${count(n)} merged`,
    deployments: (n: number) => `${count(n)} stuck`,
    members: (n: number) => `${count(n)} direct`,
    webhooks: (n: number) => `${count(n)} disabled`,
    runners: (n: number) => `${count(n)} online`,
    accessTokens: (n: number) => `${count(n)} active`,
    enterpriseUsers: (n: number) => `${count(n)} active`,
  },
  synced: (atMs: number, nowMs: number) => `Deployments synced ${agoWithDate(atMs, nowMs)}`,
  environments: {
    title: 'Newest deployment per environment',
    all: (n: number) => (n === 1 ? 'The environment' : `All ${count(n)} environments`),
    columns: {
      ...labels('environment', 'status', 'ref', 'commit', 'created'),
      by: 'Deployed by',
    },
    /** `sha`: empty if not known. */
    deployed: (sha: string, age: string) => (sha === '' ? `Deployed ${age}` : `Deployed: ${sha}, ${age}`),
    never: 'No deployments synced yet.',
    none: 'This project has no deployments.',
  },
  coverage: { title: 'Coverage', note: 'What is stored on this computer', all: 'All places' },
  alarms: {
    title: 'Open alarms',
    none: (age: string) => `No alarms, as of ${age}.`,
    noneKnown: 'No alarms in the synced lists.',
    unknown: (list: string, state: string) => `${list}: ${state.charAt(0).toLowerCase()}${state.slice(1)}`,
    failed: 'Couldn’t load the alarms.',
    stuck: (n: number, hours: number) =>
      `${plural(n, 'deployment has', 'deployments have')} been “running” or “created” for more than ${hours} h`,
    /** `ended`: those of them whose access has ended. */
    ending: (n: number, ended: number) => {
      const members = plural(n, 'member');
      if (ended === n) return `Access of ${members} has ended`;
      return `Access of ${members} ends within 7 days${ended === 0 ? '' : ` or has ended (${count(ended)})`}`;
    },
  },
  commits: {
    title: { default: 'Newest commits', all: 'Newest commits of all branches' },
    all: 'All commits',
    never: 'No commits synced yet.',
    none: 'The default branch has no commits.',
    noStats: 'Lines not known',
  },
};
