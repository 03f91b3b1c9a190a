import type { Plan, PlanTitle, RowState, UndoKind } from '#shared/contract/changes.ts';
import { fieldInSentence } from './fields.ts';
import { count, duration, milliseconds } from './moments.ts';
import { planTitle } from './plan-title.ts';

const many = (n: number, one: string, more = `${one}s`): string => `${count(n)} ${n === 1 ? one : more}`;

/** Words about plans, what becomes of them, and values that are told once. */
export const changes = {
  title: 'Changes',
  titleOf: planTitle,
  /**
   * A title with a placeholder for the number of rows, so that it stays correct when rows are dropped. A `{n}` in a name
   * that the title contains is stored as `{{n}}`.
   */
  titleFrom: (title: (n: number) => string): PlanTitle => {
    const sample = 8_642_097;
    const text = title(sample).replaceAll('{n}', '{{n}}');
    return { one: title(1), many: text.replace(count(sample), '{n}').replace(String(sample), '{n}') };
  },
  againTitle: (n: number) => `Try ${many(n, 'change')} again`,
  lookTitle: (n: number) => `Look at ${many(n, 'change')} again`,

  facts: {
    requests: (n: number) => many(n, 'request'),
    time: (ms: number) => (ms < 60_000 ? `about ${milliseconds(Math.max(1_000, ms))}` : `about ${duration(ms)}`),
    unchanged: (n: number, total: number) =>
      n === total
        ? 'Everything is already so. Nothing would be sent.'
        : `${count(n)} of ${count(total)} ${n === 1 ? 'is already so and is' : 'are already so and are'} not sent.`,
    unsendable: (n: number, total: number) =>
      n === total ? 'Nothing is left to send.' : `${count(n)} of ${count(total)} cannot be sent.`,
    in: 'In',
    /** Shown on a plan for an instance other than the open one. */
    elsewhere: (name: string, open: string) => `This applies to ${name}, not to the open instance ${open}.`,
  },
  undo: (undo: UndoKind): string => {
    if (undo.kind === 'exact') return 'Can be undone';
    return undo.kind === 'lossy'
      ? `Undo restores all but ${undo.what.map(fieldInSentence).join(', ')}`
      : `Cannot be undone: ${undo.why}`;
  },
  /** Whether a whole plan can be undone. Empty if the undo button of an applied plan already says it. */
  undoOf: ({ undo, total, state, undoable }: Pick<Plan, 'undo' | 'total' | 'state' | 'undoable'>): string => {
    if (undo.kind !== 'none' || total === 1) return changes.undo(undo);
    if (state !== 'draft' && undoable > 0) return '';
    return `Some of these changes can't be undone: ${undo.why}`;
  },
  undoKinds: { exact: 'Undo: exact', lossy: 'Undo: lossy', none: 'No undo' },

  refusal: (isCertain: boolean) => (isCertain ? 'This will be refused.' : 'This token probably may not do this.'),
  refusalNeeds: (needs: string) => `Needs ${needs}.`,

  rows: 'Writes of this plan',
  rowKeys: 'Arrow keys move. x or Delete drops the row. Enter shows it.',
  columns: { thing: 'What', change: 'Change', state: 'State' },
  details: (label: string) => `Details of ${label}`,
  showDetails: 'Show what is sent',
  hideDetails: 'Hide what is sent',
  drop: (label: string) => `Drop ${label} from the plan`,
  dropped: (n: number) => `${many(n, 'row')} dropped from the plan`,
  dropFailed: 'The row could not be dropped',
  noRows: 'Every row was dropped.',
  noFields: 'No field changes',
  before: 'Before',
  after: 'After',
  field: 'Field',
  becomes: 'becomes',
  secretValue: '••••••••',
  secretWhat: 'secret value, not shown',
  notSet: 'not set',
  emptyText: 'empty',
  value: 'Value',
  notReadable: 'cannot be read',
  emptyList: 'none',

  canary: 'Begin with the first',
  canaryRows: 'Rows to begin with',
  canaryThen: ', then wait for me',
  canaryError: (most: number) => `A whole number from 1 to ${count(most)}`,
  stopOnError: 'Stop at the first refusal',
  typeName: (name: string) => `Type ${name} to confirm`,
  nameError: (name: string) => `Type ${name} exactly as it is shown.`,
  irreversible: 'This cannot be undone.',

  saveFile: 'Save as file',
  saved: (rows: number) => `Plan of ${many(rows, 'row')} saved`,
  saveFileTitle: 'Save the plan as a file',
  saveFailed: 'The plan could not be saved',
  keep: 'Keep for later',
  kept: 'Kept under Activity, Changes',
  discard: 'Discard',
  applyFailed: 'The plan could not be applied',
  nothingToApply: 'Nothing would be sent',
  nothingLeft: (isMissing: boolean, n: number) =>
    `Nothing is left to send: ${isMissing ? 'the read before it was answered 404' : n === 1 ? 'its details say why' : 'each row says why'}`,

  states: {
    draft: 'Not sent yet',
    applying: 'Applying',
    paused: 'Paused',
    waiting: 'Waiting',
    done: 'Done',
    cancelled: 'Canceled',
  } satisfies Record<Plan['state'], string>,
  paused: {
    person: 'Paused. What was sent stays as it is.',
    canary: 'The first rows are through. Look at them, then go on.',
    error: 'Stopped at a refusal. What was sent before stays as it is.',
    drift: 'Somebody changed rows since the plan was made. Look at them, then go on or leave them out.',
    restored:
      'The state file was damaged, and a backup took its place. Some rows may have been sent already: Reeve checks each one with the platform before it sends it.',
    restart: 'Reeve was closed before this was finished. Nothing more is sent until you continue.',
  },
  waiting: 'Waits for the network, the rate limit or a secret.',
  held: (label: string) => `${label} could not be sent yet.`,
  resumesAt: (time: string) => `It tries again at ${time}.`,
  pause: 'Pause',
  resume: 'Continue',
  resumeDrifted: 'Send drifted rows as planned',
  cancelRest: 'Cancel remaining',
  hide: 'Hide',
  hideWhy: 'It goes on without this window. Its progress stands above every page.',
  close: 'Close',
  show: 'Show',
  progress: (ended: number, total: number) => `${count(ended)} of ${count(total)}`,
  progressOf: (title: string) => `Progress of ${title}`,
  summary: (counts: Plan['counts']): string =>
    summaryOrder
      .flatMap((state) => {
        const n = counts[state] ?? 0;
        return n === 0 ? [] : [`${count(n)} ${changes.rowStates[state].toLowerCase()}`];
      })
      .join(', '),
  /** The state of a plan; "4 applied, 1 refused" if it ended and not every row was applied. */
  outcomeOf: ({ state, counts, failure }: Pick<Plan, 'state' | 'counts' | 'failure'>): string => {
    if (state === 'cancelled') {
      if (failure !== null) return changes.list.notSent;
      const { applied = 0 } = counts;
      return applied === 0 ? changes.states.cancelled : `${changes.states.cancelled}, ${count(applied)} applied`;
    }
    const isWhole = Object.keys(counts).every((one) => one === 'applied' || one === 'unchanged');
    return state !== 'done' || isWhole ? changes.states[state] : changes.summary(counts);
  },
  rowStates: {
    planned: 'Not sent yet',
    unchanged: 'Already so',
    sending: 'Sending',
    applied: 'Applied',
    refused: 'Refused',
    drifted: 'Drifted',
    'not-applied': 'Not applied',
    unknown: 'Unknown',
    'needs-secret': 'Needs a secret',
    skipped: 'Not sent',
  } satisfies Record<RowState, string>,
  rowStateWhy: {
    unchanged: 'Nothing in it differs, so nothing is sent.',
    drifted: 'Somebody changed it since the plan was made, so it was not sent. Send it as planned, or leave it out.',
    'not-applied': 'The write was interrupted before it took effect.',
    unknown:
      'The answer was lost, and nothing tells this write from another one. It may or may not have taken effect. Look again reads what is there now.',
    'needs-secret': 'A secret that belongs to it is no longer known.',
    skipped: 'The plan ended before its turn.',
  } as Partial<Record<RowState, string>>,
  replyUnread:
    "The change was made, but the instance's reply couldn't be read. Values that the instance set itself appear here after the next sync.",
  readMissing: 'The read before it was answered 404, so there is nothing to change.',
  status: (status: number) => `HTTP ${status}`,
  stillComes: (time: string) =>
    `The answer was lost, and the platform may still be working on it: until ${time} it may yet come. Reeve looks now and then, and says for good by then. Nothing else of this plan is sent meanwhile.`,

  retry: (n: number) => `Try ${count(n)} refused again`,
  retryFailed: 'No plan could be made of these rows',
  look: (n: number) => `Look at ${count(n)} unknown again`,
  undoAll: 'Undo all',
  undoSome: (n: number, applied: number) => `Undo ${count(n)} of ${count(applied)}`,
  problems: 'Not applied',
  moreProblems: (n: number) => `${count(n)} more; each row below says why.`,
  undoFailed: 'This could not be undone',
  copyResults: 'Copy results',
  copied: (rows: number) => `Results of ${many(rows, 'row')} copied`,
  exportResults: 'Export CSV…',
  exportResultsTitle: 'Export the results',
  exported: (rows: number) => `${many(rows, 'row')} exported`,
  exportFailed: 'The results could not be exported',
  actionFailed: 'That did not work',
  lostRows: 'The rows could not be read.',

  secret: {
    title: 'A secret is missing',
    why: 'Secrets are kept in memory only. Enter it once and every row that needs it goes on.',
    give: 'Use it',
    missing: 'Enter the value',
    failed: 'The secret was not taken',
  },

  single: {
    done: 'Done',
    undo: 'Undo',
    undone: 'Undone',
    undoneInPart: 'Undone in part',
    notTakenBack: (what: readonly string[]) => `Not taken back: ${what.map(fieldInSentence).join(', ')}`,
    unchanged: 'Nothing to change',
    unchangedWhy: (label: string) => `${label} is already so.`,
    refused: (title: string) => `Failed: ${title}`,
    unknown: (title: string) => `Not known whether it happened: ${title}`,
    later: (time: string) => `The answer was lost. By ${time} Reeve has looked whether it came.`,
    look: 'Look',
  },
  ended: (title: string) => `Ended: ${title}`,
  /** The instance of a plan, shown beside its title. */
  onInstance: (name: string) => `On ${name}`,
  /** The remaining rows of an interrupted plan: "12 rows left: shared 1, shared 2 and 10 more". */
  left: (n: number, labels: readonly string[]): string => {
    const rest = n - labels.length;
    const named = labels.length === 0 ? '' : `: ${labels.join(', ')}${rest > 0 ? ` and ${count(rest)} more` : ''}`;
    return `${many(n, 'row')} left${named}`;
  },

  list: {
    caption: 'Plans, newest first',
    none: 'No plan was made yet.',
    noneWayOut:
      'Every change is planned first and listed here. A single change that can be undone is applied without asking.',
    openOnly: 'Only open plans of this instance are shown.',
    noneOpen: 'No plan of this instance is open.',
    showAll: 'Show all plans',
    load: 'Load a plan file',
    loadFailed: 'This is no plan that Reeve can read',
    plan: 'Plan',
    state: 'State',
    result: 'Result',
    made: 'Made',
    open: 'Open',
    resume: 'Continue',
    discard: 'Discard',
    discarded: 'Draft discarded',
    notSent: 'Not sent',
    secretsTitle: 'Values that wait to be told',
    secretsWhy: 'Each is told once, and forgotten when Reeve ends.',
  },

  reveal: {
    title: 'New secret value',
    why: 'It is told once. Copy it to where it belongs before you leave.',
    show: 'Show it once',
    hide: 'Hide',
    copy: 'Copy',
    copied: 'Copied. The clipboard is emptied after a minute if it still holds it.',
    copiedBlind:
      'Copied. Reeve may not read the clipboard here: it is overwritten after a minute, as soon as this window has the focus.',
    shown: 'Hidden again after two minutes',
    gone: 'Told. Reeve keeps no copy of it.',
    lost: 'The value is gone. It was told already, or Reeve was started again since.',
    value: 'Secret value',
    region: (label: string) => `New secret of ${label}`,
  },
  leave: {
    title: 'Leave without the secret?',
    text: 'A new value was neither copied nor shown. It waits under Activity, Changes until Reeve ends, and cannot be told after that.',
    stay: 'Stay',
    leave: 'Leave anyway',
  },
};

const summaryOrder: readonly RowState[] = [
  'applied',
  'refused',
  'unknown',
  'drifted',
  'needs-secret',
  'not-applied',
  'unchanged',
  'skipped',
  'sending',
  'planned',
];
