import { readScope } from '#shared/contract/collection.ts';
import { minutes } from '#shared/time.ts';
import { rowsOf } from './collections.ts';
import { consoles } from './console.ts';
import { count, duration, milliseconds } from './moments.ts';

/** Words about long work and about the requests that left this machine. */
export const jobs = {
  title: 'Activity',
  offline: 'Offline: changes cannot be applied or undone.',
  tabs: { jobs: 'Jobs', requests: 'Requests' },
  kinds: {
    'users.crawl': 'Reading users',
    'keys.lookup': 'Looking up keys',
    'changes.apply': 'Applying changes',
  } as Record<string, string>,
  /** The name of a job, from its kind and input. `place`: the path of its group or project, if known. */
  nameOf: (kind: string, input: Record<string, string> = {}, place: string | null = null): string => {
    if (!kind.startsWith('lists.')) return jobs.kinds[kind] ?? jobs.otherKind;
    const list = listOf(input);
    if (kind === 'lists.everywhere') return `Reading ${list} of every known place`;
    const scope = readScope(input['scope'] ?? '');
    const below = scope?.place ? `${consoles.scope.place(scope.place)} ` : '';
    const where = scope === null ? list : `${list} of ${below}${scope.kind} ${place ?? scope.ref}`;
    return kind === 'lists.details' ? `Reading details of ${where}` : `Reading ${where}`;
  },
  on: (name: string, instance: string) => `${name} on ${instance}`,
  otherKind: 'Job from another version of Reeve',
  states: {
    running: 'Running',
    waiting: 'Waiting',
    interrupted: 'Interrupted',
    done: 'Done',
    failed: 'Failed',
    cancelled: 'Canceled',
    'needs-person': 'Needs a decision',
  },
  problemsOnly: (n: number) =>
    n === 0 ? 'No job needs attention now.' : 'Only jobs that failed or need a decision are shown.',
  showAll: 'Show all jobs',
  /** The state of an ended job whose result is no longer known. */
  ended: 'Ended',
  none: 'No job has run yet.',
  noneWayOut: 'Read all users once and they are here for good, offline too.',
  startCrawl: 'Read all users',
  cancel: 'Cancel',
  cancelled: (name: string) => `${name}: cancelled. What was read is kept.`,
  runAgain: 'Run again',
  openFirst: (instance: string) => `Open ${instance} first: it is for that instance`,
  progress: (rows: number, estimated: number | null, kind = ''): string => {
    if (estimated !== null) return `${count(rows)} of about ${count(estimated)}`;
    if (kind === 'changes.apply') return rows === 1 ? '1 write' : `${count(rows)} writes`;
    return kind === 'keys.lookup' ? `${count(rows)} looked up` : `${count(rows)} read`;
  },
  eta: (ms: number) => `${duration(ms)} left`,
  took: (ms: number) => `took ${ms < minutes(1) ? milliseconds(ms) : duration(ms)}`,
  requests: (n: number) => (n === 1 ? '1 request' : `${count(n)} requests`),
  changed: (n: number, kind = '') => `${count(n)} ${kind === 'changes.apply' ? 'applied' : 'changed'}`,
  unreadable: (n: number) => (n === 1 ? '1 unreadable row left out' : `${count(n)} unreadable rows left out`),
  gone: (n: number, kind = '') => `${count(n)} ${kind === 'keys.lookup' ? 'not known here' : 'gone'}`,
  resumes: 'Goes on',
  waitingForNetwork: 'Waiting for the network',
  waitsForNetwork: 'Goes on when the network is back.',
  interruptedWhy: 'Reeve ended while this ran. It goes on by itself.',
  /** Why a job waits for a person, and the label of its button. */
  mayContinue: {
    restored: {
      why: 'The state file was damaged, and a backup took its place. This job was unfinished in the backup.',
      go: 'Continue',
    },
    crashed: {
      why: 'Reeve ended unexpectedly twice while this job ran, so the job does not start again by itself.',
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
  refused: (n: number) => (n === 1 ? '1 place was left out' : `${count(n)} places were left out`),
  lanes: 'Parts',
  laneDone: 'done',
  laneOf: (label: string, share: number) => `${label}: ${Math.floor(share * 100)} %`,
  goneTitle: (n: number, input: Record<string, string> = {}) => `Mark ${count(n)} ${listOf(input)} as gone`,
  goneQuestion: (n: number, input: Record<string, string> = {}) =>
    `The last pass did not find ${count(n)} cached ${listOf(input)} any more. That is more than a fifth, so Reeve asks first. They stay in the cache, marked as gone.`,
  goneConsequence:
    'If a filter, a role change or a fault of the instance hid them, cancel and read again: they then come back by themselves.',
  confirmGone: 'Mark as gone…',
  confirmGoneDo: 'Mark as gone',
  discard: 'Discard this pass',

  log: {
    caption: 'Requests that left this machine, newest first',
    none: 'No request has left this machine since Reeve started.',
    time: 'Time',
    method: 'Method',
    path: 'Path',
    status: 'Status',
    took: 'Took',
    size: 'Size',
    attempt: 'Try',
    result: 'Result',
    noAnswer: 'no answer',
    private: 'Never holds tokens, secret values or bodies.',
  },
  budget: {
    title: 'Rate budget',
    left: (remaining: number, limit: number) => `${count(remaining)} of ${count(limit)} requests left`,
    resets: 'Full again',
    untold: 'This instance does not tell its rate limit. Reeve slows down when it is asked to.',
    latency: 'Median answer',
    lastSuccess: 'Last answer',
  },
};

/** The rows that a job syncs, in words. */
function listOf({ stem = 'users' }: Record<string, string>): string {
  return rowsOf(stem);
}
