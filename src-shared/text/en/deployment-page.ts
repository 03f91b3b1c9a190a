import { mostDeploymentMarks, mostUnfinishedMarks, unfinishedHours } from '#shared/contract/deployments.ts';
import { days } from '#shared/time.ts';
import { ago, count, dayOf, duration, fullMoment, plural, shortDay, timeOfDay } from './moments.ts';
import { labels } from './collections.ts';

/** In days from two days on. */
const longTime = (ms: number): string => (ms < days(2) ? duration(ms) : `${count(Math.floor(ms / days(1)))} days`);
const stuckStates = 'Running or created for more than';
const hourBounds = `Enter a whole number of hours from ${unfinishedHours.least} to ${count(unfinishedHours.most)}.`;
const countedFrom =
  'The age counts from the start of the running job, if known, or from the creation of the deployment.';

export const deploymentPage = {
  layout: { label: 'View', grid: 'Grid', list: 'List' },
  range: {
    label: 'Time range',
    options: { 1: '1 day', 7: '7 days', 14: '14 days', 30: '30 days', 90: '90 days', 365: '1 year' } as Readonly<
      Record<number, string>
    >,
  },
  finder: {
    label: stuckStates,
    hours: 'Hours',
    unit: 'h',
    bounds: hourBounds,
    invalid: (shown: number): string => `${hourBounds} The bar still uses ${count(shown)} h.`,
    inAddress: (text: string, shown: number): string =>
      `The address has an invalid number of hours: “${text}”. ${hourBounds} The bar uses ${count(shown)} h.`,
    counted: countedFrom,
    none: (hours: number): string => `No deployment running or created for more than ${count(hours)} h`,
    count: (n: number): string => plural(n, 'deployment'),
    oldest: (age: string, environment: string, by: 'job' | 'creation'): string =>
      by === 'job' ? `oldest: job started ${age}, ${environment}` : `oldest: created ${age}, ${environment}`,
    show: (n: number): string => `Show ${plural(n, 'deployment')}`,
    showAll: 'Show all deployments',
  },
  finished: {
    help: 'Also sets the status to Succeeded, because the instance filters only successful deployments by their end.',
    note: (label: string): string =>
      `“${label}” sets two parameters of the request: status=success and order_by=finished_at. The order of this table doesn’t change.`,
  },
  took: 'Took',
  grid: {
    label: 'Deployments by environment and time',
    environment: 'Environment',
    time: 'Time',
    newest: 'Newest',
    now: 'now',
    day: shortDay,
    none: 'No deployments match.',
    capped: `Only the newest ${count(mostDeploymentMarks)} deployments of this range are shown. Of earlier unfinished deployments, the newest ${count(mostUnfinishedMarks)} of each status are shown.`,
    beforeTitle: 'Earlier',
    beforeHelp: (from: number): string => `Unfinished deployments that were created before ${fullMoment(from)}`,
    before: (n: number, status: string | null, from: number): string =>
      `${plural(n, 'unfinished deployment')} from before ${dayOf(from)}${
        status === null ? '' : n === 1 ? `, ${status}` : `, worst: ${status}`
      }`,
    more: (n: number): string => `Show ${count(n)} more environments`,
    rest: (n: number): string => `${count(n)} more environments: search for their name in the list`,
    legend: 'The API has no list of environments: these are from synced deployments',
    filter: (environment: string): string => `Show only deployments of ${environment}`,
    unfilter: (environment: string): string => `Show deployments of all environments, not only ${environment}`,
    mark: (status: string, ref: string, at: number): string => `${status}, ${ref}, ${fullMoment(at)}`,
    merged: (n: number, status: string, at: number): string =>
      `${plural(n, 'deployment')}, worst: ${status}, ${fullMoment(at)}`,
    noRef: 'no branch or tag',
    line: (status: string, ref: string, at: number): string => `${timeOfDay(at)} ${status} · ${ref}`,
    others: (n: number): string => `and ${count(n)} more`,
  },
  environment: {
    counted: (n: number): string => plural(n, 'deployment'),
    deployed: (ref: string, sha: string): string => `Deployed: ${ref} (${sha})`,
    neverDeployed: 'No successful deployment is stored on this computer.',
    since: 'since',
    all: 'All environments',
  },
  status: {
    unknown: 'Not reported',
  },
  panel: {
    job: 'Job',
    noJob: 'No CI job: this deployment was created by the API.',
    approvals: 'Approvals',
    fields: {
      ...labels('stage', 'status', 'commit', 'pipeline', 'runner', 'coverage', 'took'),
      name: 'Job',
      ref: 'Branch or tag',
      user: 'Started by',
      created_at: 'Created',
      started_at: 'Started',
      finished_at: 'Finished',
      scope: 'Job token scope',
    },
    tag: 'tag',
    scopeOn: 'Limited by the project',
    scopeOff: 'Not limited by the project',
    repair: {
      title: 'Why it may need a repair (inferred)',
      finished: (status: string, finishedAt: number, now: number, shown: string): string =>
        `The job finished ${ago(finishedAt, now)} with “${status}”, but the deployment is still “${shown}”.`,
      noJob: 'It has no CI job that could report its end.',
      old: (status: string, ms: number, by: 'job' | 'creation'): string =>
        `It has been “${status}” for ${longTime(ms)}, counted from ${by === 'job' ? 'the start of its job' : 'its creation'}.`,
    },
    rules: 'Rules',
    noRules: 'The instance reports no approval rules for this deployment.',
    given: 'Approvals given',
    noneGiven: 'No approval yet.',
    pending: (n: number): string => plural(n, 'approval is missing', 'approvals are missing'),
    rule: (who: string, given: number, required: number): string => `${who}: ${given} of ${required}`,
    ofUser: (id: number): string => `User ${id}`,
    ofGroup: (id: number): string => `Group ${id}`,
    ofLevel: (level: number): string => `Access level ${level}`,
    anybody: 'Any approver',
  },
};
