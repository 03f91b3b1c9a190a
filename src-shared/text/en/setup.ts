import type { FigureName } from '#shared/contract/figures.ts';
import { rowsOf, titleOf } from './collections.ts';
import { count, exactDuration, plural } from './moments.ts';

/** The notification when the setup asks how much to sync. */
export const setupNotices = {
  asks: {
    title: 'Setup needs a decision',
    body: 'It would send many requests. To choose what to sync, open Overview.',
  },
};

/** Words of the setup view of the Overview. */
export const setup = {
  title: (name: string, done: number, all: number) => `Setting up ${name}: ${done} of ${all}`,
  paused: (name: string, done: number, all: number) => `Setting up ${name}: paused at ${done} of ${all}`,
  finished: (name: string) => `Setup of ${name}`,
  asks: (name: string) => `Set up ${name}`,
  never: (name: string) => `${name} isn’t set up yet`,
  progress: 'Progress of the setup',
  connected: (username: string | null, isAdministrator: boolean | null) => {
    if (isAdministrator === null) return 'Checking what the token can see…';
    const role = isAdministrator ? 'administrator' : 'not an administrator';
    return username === null ? `Connected, ${role}` : `Connected as ${username}, ${role}`;
  },
  left: (ms: number) => `About ${exactDuration(ms)} left`,
  waiting: 'Waiting. The setup continues automatically.',
  stopped: 'The setup stopped.',
  toActivity: 'Show in Activity',
  pause: 'Pause setup',
  resume: 'Continue setup',
  start: 'Start setup',
  again: 'Set up again',
  choose: 'Choose what to sync…',
  open: 'Setup',
  openWhat: 'Found groups, skipped lists, and what this token can’t see',

  steps: {
    label: 'Steps of the setup',
    columns: { step: 'Step', rows: 'Rows', result: 'Result', requests: 'Requests', synced: 'Synced' },
    places: 'Groups and projects found',
    withDetails: (name: string) => `${titleOf(name)} with details`,
    states: { queued: 'Queued', running: 'Syncing', done: 'Done', refused: 'Not available', skipped: 'Skipped' },
    off: 'Switched off',
    notChosen: 'Not part of your choice',
    noPlaces: 'No group or project found in which this token can sync this list',
    refused: 'The instance denied access',
    /** What a list of places is about. */
    inPlaces: (done: number, all: number) => `in ${count(done)} of ${plural(all, 'place')}`,
    /** Shown beside the number of rows, if it counts only the token user's own rows, as the linked page does. */
    ownOnly: (done: number, all: number) =>
      `only your own; pages of projects show the others (synced in ${count(done)} of ${plural(all, 'place')})`,
    syncing: (done: number, all: number) => `Syncing… ${count(done)} of ${plural(all, 'place')}`,
    syncingAll: 'Syncing…',
    searching: 'Searching…',
    inGroups: (n: number) => `${count(n)} in groups`,
    refusedPlaces: (n: number) => `${count(n)} refused`,
    about: (n: number) => `about ${count(n)}`,
    ofAbout: (n: number, all: number) => `${count(n)} of ${count(all)}`,
    rowsOf: (rows: number, name: string) => `${name}: ${count(rows)}`,
    groupsAndProjects: (foundGroups: number, foundProjects: number) =>
      `${plural(foundGroups, 'group')}, ${plural(foundProjects, 'project')}`,
  },
  /** The figures in the results of steps, by name. Those that are missing are shown elsewhere. */
  figures: {
    administrators: (n) => plural(n, 'administrator'),
    withoutTwoFactor: (n) => `${count(n)} without two-factor`,
    enterpriseWithoutTwoFactor: (n) => `${count(n)} without two-factor`,
    runnersOffline: (n) => `${count(n)} offline`,
    runnersStale: (n) => `${count(n)} stale`,
    accountsOfInstance: (n) => `${count(n)} on the instance`,
    tokensEnding: (n) => `${count(n)} expire in 30 days`,
    webhooksDisabled: (n) => `${count(n)} disabled`,
    mirrorsFailing: (n) => `${count(n)} failing`,
  } satisfies Partial<Record<FigureName, (n: number) => string>>,

  ready: {
    title: 'Ready to use',
    note: 'answered from synced data',
    items: {
      unprotectedAdministrators: 'Administrators without two-factor authentication',
      runnersOffline: 'Runners offline',
      tokensEnding: 'Access tokens that expire in 30 days',
      inactiveForAYear: 'Users inactive for a year',
      access: 'Who has access to a project',
      webhooksDisabled: 'Disabled webhooks',
      mirrorsFailing: 'Failing remote mirrors',
    } satisfies Partial<Record<FigureName | 'access', string>>,
    after: (step: number) => `after step ${step}`,
    notVisible: 'not visible',
    projects: (n: number) => plural(n, 'project'),
  },

  cost: {
    title: 'Cost',
    sent: (sent: number, all: number) => `${count(sent)} of about ${plural(all, 'request')}`,
    limit: (perMinute: number) => `At most 66% of the rate limit of ${plural(perMinute, 'request')} per minute`,
    noLimit: 'This instance doesn’t report a rate limit.',
    question: (n: number, ms: number | null) =>
      ms === null
        ? `Everything takes about ${plural(n, 'request')}.`
        : `Everything takes about ${plural(n, 'request')} and ${exactDuration(ms)}.`,
    choices: {
      everything: 'Everything',
      active: 'Places active in the last 30 days',
      essentials: 'Users, runners and access tokens',
    },
    what: (steps: number, n: number) => `${steps} steps, ${plural(n, 'place')}`,
    requests: (n: number) => plural(n, 'request'),
    time: exactDuration,
    pauseAnytime: 'You can pause at any time. Synced data stays usable.',
  },

  found: {
    title: 'Groups and projects found',
    note: 'from issues, merge requests, runners and job token allowlists',
    further: 'Search further',
    furtherWhat: 'Search more pages and places than before',
    add: 'Add places…',
    label: 'Groups that were found',
    columns: { group: 'Group', role: 'Your role', projects: 'Projects', members: 'Members', foundIn: 'Found in' },
    roles: { owner: 'Owner', none: 'Not Owner', administrator: 'Administrator', unknown: 'Not checked' },
    /** The resource whose response contained a group, by the name in the catalogue. */
    resources: {
      'job-token-scope': 'job token allowlists',
      'group-releases': 'releases',
    } as Readonly<Record<string, string>>,
    resourceOf: (name: string) => setup.found.resources[name] ?? rowsOf(name),
    parent: 'paths of projects',
    none: 'No groups found yet.',
    more: (shown: number, all: number) => `The first ${count(shown)} of ${plural(all, 'group')} are shown.`,
    showAll: 'Show all groups and projects',
    limits: 'Projects without issues, merge requests or runners aren’t found this way.',
    paste: 'Paste paths',
    csv: 'import CSV',
    address: 'copy an address from your browser',
  },

  hidden: {
    title: 'Not available to this token',
    all: 'All capabilities',
    none: 'No list has been refused so far.',
    probes: 'Lists of all groups and projects',
    probesWhy: 'Not offered by this instance. Reeve finds places in other data.',
    collection: (name: string, named: readonly string[], n: number) =>
      n > named.length
        ? `${titleOf(name)} of ${named.join(', ')} and ${count(n - named.length)} more`
        : `${titleOf(name)} of ${named.join(', ')}`,
    denied: 'The instance denied access.',
    requires: { owner: 'Requires the Owner role.', maintainer: 'Requires the Maintainer role.' },
    missing: 'Not found, or this token can’t see it (404).',
    capabilityWhy: (status: number | null) =>
      status === 404 || status === 405
        ? 'Not offered by this instance.'
        : 'The token lacks the required role or scope.',
    other: (status: number | null) =>
      status === null ? 'The instance refused the request.' : `The instance answered ${status}.`,
  },

  off: {
    title: 'Choose what to sync',
    text: 'Lists that are switched off are never requested automatically. You can still sync them manually.',
    places: 'Places that are switched off',
    noPlaces: 'No group or project is switched off.',
    switchOn: 'Switch on',
    done: 'Done',
    failed: 'Couldn’t change what is synced',
  },
  failed: 'Couldn’t change the setup',
};
