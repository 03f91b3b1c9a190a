import type { Job } from '#shared/contract/job.ts';
import { readScope } from '#shared/contract/scope.ts';
import { minutes } from '#shared/time.ts';
import { labels, rowsOf } from './collections.ts';
import { consoles } from './console.ts';
import { explain } from './failures.ts';
import { count, duration, exactTime, milliseconds, plural } from './moments.ts';

/** Words about jobs and about the requests that Reeve sent. */
export const jobs = {
  title: 'Activity',
  offline: 'Offline: changes can’t be applied or undone.',
  tabs: { jobs: 'Jobs', requests: 'Requests' },
  kinds: {
    'users.crawl': 'Syncing users',
    'keys.lookup': 'Looking up keys',
    'changes.apply': 'Applying changes',
    setup: 'Setting up',
    'pins.fill': 'Filling a pin',
  } as Record<string, string>,
  /**
   * The name of a job, from its kind and input. If known, `place` is the path of its group or project, and `webhook` the
   * name of its webhook.
   */
  nameOf: (
    kind: string,
    input: Record<string, string> = {},
    place: string | null = null,
    webhook: string | null = null,
  ): string => {
    if (!kind.startsWith('lists.')) return jobs.kinds[kind] ?? jobs.otherKind;
    const list = listOf(input);
    if (kind === 'lists.everywhere') return `Syncing ${list} of all added groups and projects`;
    const where = rowsOfPlace(input, place, webhook);
    return kind === 'lists.details' ? `Syncing details of ${where}` : `Syncing ${where}`;
  },
  on: (name: string, instance: string) => `${name} on ${instance}`,
  otherKind: 'Job from another version of Reeve',
  states: {
    ...labels('queued', 'running', 'waiting', 'interrupted', 'done', 'failed'),
    cancelled: 'Canceled',
    'needs-person': 'Needs a decision',
  },
  problemsOnly: (n: number) =>
    n === 0 ? 'No job needs attention now.' : 'Only jobs that failed or need a decision are shown.',
  onlyJob: (n: number) => (n === 0 ? 'This job is no longer listed.' : 'Only the job of the notice is shown.'),
  showAll: 'Show all jobs',
  /** The state of an ended job whose result is no longer known. */
  ended: 'Ended',
  none: 'No jobs yet.',
  noneNextStep: 'Sync users once to use them offline.',
  startCrawl: 'Sync users',
  cancel: 'Cancel',
  cancelled: (name: string) => `${name}: canceled. Results so far are kept.`,
  runAgain: 'Run again',
  dismiss: 'Dismiss',
  dismissWhat: 'This job will no longer count as a problem. It stays in this list.',
  dismissed: 'This job is already dismissed.',
  openFirst: (instance: string) => `This job belongs to ${instance}. Open that instance first.`,
  progress: (rows: number, estimated: number | null, kind = ''): string => {
    if (estimated !== null) return `${count(rows)} of about ${count(estimated)}`;
    if (kind === 'changes.apply') return plural(rows, 'write');
    if (kind === 'pins.fill') return `${count(rows)} stored`;
    return kind === 'keys.lookup' ? `${count(rows)} looked up` : `${count(rows)} synced`;
  },
  eta: (ms: number) => `${duration(ms)} left`,
  took: (ms: number) => `took ${ms < minutes(1) ? milliseconds(ms) : duration(ms)}`,
  requests: (n: number) => plural(n, 'request'),
  changed: (n: number, kind = '') => `${count(n)} ${kind === 'changes.apply' ? 'applied' : 'changed'}`,
  unreadable: (n: number) => plural(n, 'unreadable row skipped', 'unreadable rows skipped'),
  notReturned: (n: number, kind = '') => `${count(n)} ${kind === 'keys.lookup' ? 'not found' : 'not returned'}`,
  /** Why a job waits, and until when. */
  waits: ({ failure, resumeAt }: Pick<Job, 'failure' | 'resumeAt'>): string => {
    if (resumeAt === null) return jobs.waitsForNetwork;
    return `${failure === null ? '' : `${failedWith(failure)} `}${jobs.nextTry(resumeAt)}`;
  },
  nextTry: (atMs: number) => `Next try at ${exactTime(atMs)}.`,
  retryNow: 'Retry now',
  waitsForNetwork: 'Waiting for the network.',
  queuedWhy: 'Starts when other jobs of this instance end.',
  interruptedWhy: 'Reeve was closed while this job ran. The job continues automatically.',
  /** Why a job waits for a person, and the label of its button. */
  mayContinue: {
    restored: {
      why: 'The state file was restored from a backup. This job was unfinished in the backup.',
      go: 'Continue',
    },
    crashed: {
      why: 'Reeve quit unexpectedly twice while this job ran, so the job doesn’t restart automatically.',
      go: 'Retry',
    },
    endless: {
      why: 'This list has far more rows than expected, and the instance keeps sending more. The rows synced so far are kept.',
      go: 'Continue',
    },
    'disk-low': {
      why: 'The disk is almost full, so the sync stopped. Free some space, then continue. The rows synced so far are kept.',
      go: 'Continue',
    },
  },
  refused: (n: number, kind = '') =>
    kind === 'lists.below'
      ? `${plural(n, 'list')} skipped`
      : plural(n, 'group or project skipped', 'groups or projects skipped'),
  artifactsOf: (job: number) => `Artifacts of job ${job}`,
  moreRefused: (n: number) => `and ${count(n)} more`,
  lanes: 'Parts',
  laneDone: 'done',
  laneOf: (label: string, share: number) => `${label}: ${Math.floor(share * 100)}%`,
  notReturnedTitle: (n: number, input: Record<string, string> = {}) =>
    `Mark ${count(n)} ${listOf(input)} as not returned`,
  notReturnedQuestion: (n: number, input: Record<string, string> = {}) =>
    `The last sync didn’t return ${count(n)} cached ${listOf(input)}. That is more than 20% of them, so Reeve asks first. They stay in the cache, marked as not returned.`,
  notReturnedConsequence:
    'If they are only hidden, for example after a role change or an error on the instance, cancel and sync again later.',
  rowsLost: (lists: number) => `${plural(lists, 'list')}: more than 20% of the rows weren’t returned`,
  rowsLostWhy:
    'Reeve asks before it marks these rows. They stay in the cache in any case. New and changed rows were synced.',
  rowsLostIn: (n: number, input: Record<string, string>, place: string | null) =>
    `${count(n)} ${rowsOfPlace(input, place)}`,
  confirmAllNotReturned: 'Mark all as not returned…',
  confirmAllNotReturnedDo: 'Mark all as not returned',
  keepRows: 'Keep rows',
  confirmNotReturned: 'Mark as not returned…',
  confirmNotReturnedDo: 'Mark as not returned',
  discard: 'Discard this sync',

  log: {
    ...labels('time', 'method', 'path', 'status', 'took', 'size', 'attempt', 'result'),
    caption: 'Requests that Reeve sent, newest first',
    none: 'No requests sent since Reeve started.',
    noAnswer: 'no response',
    private: 'This log never contains tokens, secret values, or bodies.',
  },
  budget: {
    title: 'Rate limit',
    left: (remaining: number, limit: number) => `${count(remaining)} of ${count(limit)} requests left`,
    resets: 'Resets',
    notReported: 'This instance doesn’t report a rate limit. Reeve slows down when the instance asks for it.',
    latency: 'Median response time',
    lastSuccess: 'Last response',
  },
};

/** What failed, in one sentence. An error without a known cause is named by its status. */
function failedWith({ code, reason, status }: NonNullable<Job['failure']>): string {
  const isUnexplained = code === 'remote' && reason === undefined && status !== undefined;
  return isUnexplained
    ? `The instance answers ${Number(status)}.`
    : explain({ code, reason: reason as string | undefined }).what;
}

/** The rows of a list in one scope, in words: "members of project platform/infra". */
function rowsOfPlace(input: Record<string, string>, place: string | null, webhook: string | null = null): string {
  const list = listOf(input);
  const scope = readScope(input['scope'] ?? '');
  if (scope === null) return list;
  const below = scope.place ? `${consoles.scope.place(scope.place, webhook)} ` : '';
  const commits = scope.revisions === null ? '' : `${consoles.scope.revisions(scope.revisions)} `;
  return `${list} of ${below}${commits}${scope.kind} ${place ?? scope.ref}`;
}

/** The rows that a job syncs, in words. */
function listOf({ collection = 'users' }: Record<string, string>): string {
  return rowsOf(collection);
}
