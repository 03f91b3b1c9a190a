import type { Plan, PlanRow, RowName, RowState, UndoKind } from '#shared/contract/changes.ts';
import { and, fieldsInSentence } from './fields.ts';
import { count, duration, milliseconds, plural } from './moments.ts';
import { operationDone } from './operations.ts';
import { planTitle, titleFrom } from './plan-title.ts';
import { namesText } from './row-name.ts';
import { labels } from './collections.ts';

type Lossy = UndoKind & { kind: 'lossy' };

/** Says that an undo writes texts of other people again. */
function rewritten(authors: readonly (string | null)[]): string {
  const shown = authors.slice(0, 3).map((author) => author ?? 'an unknown author');
  const names = and.format(authors.length > shown.length ? [...shown, 'others'] : shown);
  return `An undo writes the text of ${names} again, under the name of the person who undoes the change`;
}

/** Words about plans, their results, and secret values that are shown once. */
export const changes = {
  title: 'Plans',
  titleOf: planTitle,
  titleFrom,
  retryTitle: (n: number) => `Retry ${plural(n, 'change')}`,
  checkAgainTitle: (n: number) => `Check ${plural(n, 'change')} again`,

  facts: {
    requests: (n: number) => plural(n, 'request'),
    time: (ms: number) => (ms < 60_000 ? `about ${milliseconds(Math.max(1_000, ms))}` : `about ${duration(ms)}`),
    unchanged: (n: number, total: number) =>
      n === total
        ? `No change in ${plural(n, 'row')}. Nothing is sent.`
        : `No change in ${count(n)} of ${plural(total, 'row')}.`,
    unsendable: (n: number, total: number) =>
      n === total ? 'Nothing left to send.' : `${count(n)} of ${count(total)} can’t be sent.`,
    /** Shown on a plan for an instance other than the open one. */
    elsewhere: (name: string, open: string) => `This applies to ${name}, not to the open instance ${open}.`,
  },
  undo: (undo: UndoKind): string => {
    if (undo.kind === 'none') return `Can’t be undone: ${undo.why}`;
    const { what = [], possible = what, authors, leaves, needs }: Partial<Omit<Lossy, 'kind'>> = undo;
    const lost = what.length === 0 || possible === what ? [] : `doesn’t restore ${fieldsInSentence(what)}`;
    const limits = [lost, possible.length === 0 ? [] : `may not restore ${fieldsInSentence(possible)}`].flat();
    const first = [
      limits.length === 0 ? 'Can be undone' : `Undo ${limits.join(', and ')}`,
      leaves ?? [],
      needs ?? [],
    ].flat();
    return [first.join('; '), authors === undefined ? [] : rewritten(authors)].flat().join('. ');
  },
  /** The same text on a plan that is itself this undo. */
  thisUndo: (undo: UndoKind): string => changes.undo(undo).replace(/^Undo /, 'This undo '),
  /** Whether a whole plan can be undone. Empty if the undo button of an applied plan already says it. */
  undoOf: ({ undo, state, undoable }: Pick<Plan, 'undo' | 'state' | 'undoable'>): string => {
    if (undo.kind === 'none' && state !== 'draft' && undoable > 0) return '';
    return undo.kind === 'none' && undo.isPartial === true
      ? `Some of these changes can’t be undone: ${undo.why}`
      : changes.undo(undo);
  },
  undoKinds: { exact: 'Undo: full', lossy: 'Undo: with limits', none: 'No undo' },

  refusal: (isCertain: boolean) =>
    isCertain ? 'The instance will refuse this.' : 'The instance will probably refuse this.',
  refusalNeeds: (needs: string) => `Required role: ${needs}.`,

  rows: 'Rows of this plan',
  rowKeys: 'Arrow keys: move. Enter: show the row. x or Delete: remove the row.',
  columns: { thing: 'Object', change: 'Change', state: 'State' },
  details: (label: string) => `Details of ${label}`,
  drop: (label: string) => `Remove ${label} from the plan`,
  dropped: (n: number) => `${plural(n, 'row')} removed from the plan`,
  dropFailed: 'Couldn’t remove the row',
  noRows: 'All rows were removed.',
  noFields: 'No field changes',
  before: 'Before',
  after: 'After',
  field: 'Field',
  becomes: 'changes to',
  secretValue: '••••••••',
  secretWhat: 'secret value, hidden',
  notSet: 'not set',
  /** An action on a file: "Move a.md to b.md". An action that is not documented keeps its name. */
  fileChange: ({
    action,
    path,
    from,
    isExecutable,
  }: {
    action: string;
    path: string;
    from: string | null;
    isExecutable: boolean | null;
  }) => {
    switch (action) {
      case 'create':
        return `Create ${path}`;
      case 'update':
        return `Update ${path}`;
      case 'delete':
        return `Delete ${path}`;
      case 'move':
        return from === null ? `Move ${path}` : `Move ${from} to ${path}`;
      case 'chmod':
        return isExecutable === false ? `Make ${path} not executable` : `Make ${path} executable`;
      default:
        return `${action} ${path}`;
    }
  },
  fileDifference: (title: string) => `Difference: ${title}`,
  fileOf: (size: string) => `A file of ${size}`,
  tooLargeToShow: (size: string) => `A file of ${size}, too large to show`,
  notText: (size: string) => `A file of ${size} that isn’t text`,
  emptyText: 'empty',
  value: 'Value',
  notReadable: 'not readable',
  /** A value after a write that is known only from the response. */
  notKnown: 'not known yet',
  emptyList: 'none',

  canary: 'Apply the first',
  canaryRows: 'Rows to apply first',
  canaryThen: ', then pause',
  canaryError: (most: number) => `A whole number from 1 to ${count(most)}`,
  stopOnError: 'Stop on first error',
  typeName: (name: string) => `Type ${name} to confirm`,
  nameError: (name: string) => `Type ${name} exactly as shown.`,
  irreversible: 'This can’t be undone.',

  saveFile: 'Save as file…',
  saved: (rows: number) => `Plan of ${plural(rows, 'row')} saved`,
  saveFileTitle: 'Save plan as file',
  saveFailed: 'Couldn’t save the plan',
  keep: 'Keep for later',
  kept: 'Saved under Activity, Plans',
  discard: 'Discard',
  applyFailed: 'Couldn’t apply the plan',
  nothingToApply: 'Nothing to send',
  nothingLeft: (isMissing: boolean, n: number) =>
    `Nothing left to send: ${isMissing ? 'it wasn’t found on the instance (404)' : n === 1 ? 'see the details of the row' : 'see the details of each row'}`,

  states: {
    ...labels('applying', 'paused', 'waiting', 'done'),
    draft: 'Not sent yet',
    cancelled: 'Canceled',
  } satisfies Record<Plan['state'], string>,
  paused: {
    person: 'Paused. Rows already sent stay as they are.',
    canary: 'First rows applied. Review, then continue.',
    error: 'Stopped on an error. Rows already sent stay as they are.',
    drift:
      'Some rows changed on the instance after the plan was created, or after the change that it undoes. Review them, then continue or leave them out.',
    restored:
      'The state file was restored from a backup. Some rows may have been sent already. Reeve checks each row on the instance before sending it.',
    restart: 'Reeve was closed before this was finished. Nothing more is sent until you continue.',
  },
  waiting: 'Waiting for the network, the rate limit, a secret, or the disk of this machine.',
  held: (label: string) => `${label} isn’t sent yet.`,
  pause: 'Pause',
  resume: 'Continue',
  resumeDrifted: 'Send changed rows as planned',
  cancelRest: 'Cancel remaining rows',
  hide: 'Hide',
  hideWhy: 'The plan continues in the background. Its progress is shown above every page.',
  close: 'Close',
  editValues: 'Edit values',
  show: 'Show',
  progress: (ended: number, total: number) => `${count(ended)} of ${count(total)}`,
  progressOf: (title: string) => `Progress of ${title}`,
  /** "2 applied, 1 undone, 1 refused". Rows that were undone are not counted as applied. */
  summary: ({ counts, undone, ops: [op = ''], names }: Ended): string =>
    summaryOrder
      .flatMap((state): [number, string][] => {
        const n = counts[state] ?? 0;
        const name = wordOf(state, op, names !== undefined).toLowerCase();
        return state === 'applied'
          ? [
              [n - undone, name],
              [undone, 'undone'],
            ]
          : [[n, name]];
      })
      .flatMap(([n, name]) => (n === 0 ? [] : `${count(n)} ${name}`))
      .join(', '),
  /** The state of a plan; "4 applied, 1 refused" if it ended and a row was not applied, or was undone. */
  outcomeOf: (plan: Ended & Pick<Plan, 'state' | 'failure'>): string => {
    const { state, counts, failure, undone } = plan;
    if (state === 'cancelled') {
      const { applied = 0, 'failed-again': again = 0 } = counts;
      if (failure !== null) return changes.list.notSent;
      const done = changes.summary({ ...plan, counts: { applied, 'failed-again': again } });
      return done === '' ? changes.states.cancelled : `${changes.states.cancelled}, ${done}`;
    }
    const isWhole = undone === 0 && Object.keys(counts).every((one) => one === 'applied' || one === 'unchanged');
    return state !== 'done' || isWhole ? changes.states[state] : changes.summary(plan);
  },
  rowStates: {
    ...labels('sending', 'applied', 'failed-again', 'refused', 'not-applied', 'unknown'),
    planned: 'Not sent yet',
    unchanged: 'No change',
    drifted: 'Changed meanwhile',
    'needs-secret': 'Waiting for secret',
    skipped: 'Not sent',
  } satisfies Record<RowState, string>,
  /** The outcome of a row: "Applied", or "Delivered" if the operation has that word and the reply was kept. */
  stateOf: ({ state, op, changes: fields }: Pick<PlanRow, 'state' | 'op' | 'changes'>): string =>
    wordOf(
      state,
      op,
      fields.some(({ after }) => after !== undefined),
    ),
  rowStateWhy: {
    unchanged: 'All values are already set, so nothing is sent.',
    drifted:
      'This row changed on the instance after the plan was created, or after the change that the plan undoes, so it isn’t sent. Send it as planned, or leave it out.',
    'not-applied': 'The change was interrupted before it took effect.',
    unknown:
      'The response was lost, and Reeve can’t determine whether the change was applied. To see the current values, check again.',
    'needs-secret': 'A secret for this row is no longer in memory.',
    skipped: 'The plan ended before this row was sent.',
  } as Partial<Record<RowState, string>>,
  /** `status`: a code, or the message of the platform if the receiver did not respond. */
  failedAgain: (status: string) =>
    /^\d+$/.test(status) ? `The receiver responded with ${status}.` : `The receiver didn’t respond: ${status}`,
  replyUnreadable:
    'The change was applied, but Reeve couldn’t read the response. Values set by the instance appear here after the next sync.',
  readMissing: 'It wasn’t found on the instance (404), so nothing was changed.',
  status: (status: number) => `HTTP ${status}`,
  replyLost: (time: string) =>
    `The response was lost, and the instance may still apply the change until ${time}. Reeve checks until then. No other rows of this plan are sent meanwhile.`,

  retry: (n: number) => `Retry ${plural(n, 'failed row')}…`,
  retryFailed: 'Couldn’t create a plan from these rows',
  checkAgain: (n: number) => `Check ${plural(n, 'unknown row')} again`,
  undoAll: 'Undo all…',
  undoSome: (n: number, applied: number) => `Undo ${count(n)} of ${count(applied)}…`,
  problems: 'Not applied',
  moreProblems: (n: number) => `${count(n)} more. See the rows below.`,
  undoFailed: 'Couldn’t undo',
  copyResults: 'Copy results',
  copied: (rows: number) => `Results of ${plural(rows, 'row')} copied`,
  exportResults: 'Export CSV…',
  exportResultsTitle: 'Export results',
  exported: (rows: number) => `${plural(rows, 'row')} exported`,
  exportFailed: 'Couldn’t export the results',
  actionFailed: 'Couldn’t complete the action',
  lostRows: 'Couldn’t read the rows.',

  secret: {
    title: 'Secret required',
    why: 'Secrets are kept only in memory. Enter the secret again to continue with all rows that need it.',
    give: 'Use secret',
    missing: 'Enter the secret.',
    failed: 'Couldn’t use the secret',
  },

  single: {
    done: 'Done',
    undo: 'Undo',
    undone: 'Undone',
    restored: 'Restored',
    restoredInPart: 'Restored with differences',
    undoneNothing: 'Nothing to undo',
    undoneNothingWhy: (label: string) => `${label} already has its previous state, or doesn’t exist anymore.`,
    notChecked: (what: readonly string[]) => `Reeve can’t check: ${fieldsInSentence(what)}`,
    unchanged: 'No change',
    unchangedWhy: (label: string) => `${label} already has these values.`,
    refused: (title: string) => `Failed: ${title}`,
    unknown: (title: string) => `Result unknown: ${title}`,
    later: (time: string) => `The response was lost. Reeve checks until ${time} whether the change was applied.`,
    show: 'Show',
  },
  ended: (title: string) => `Finished: ${title}`,
  /** The instance of a plan, shown beside its title. */
  onInstance: (name: string) => `On ${name}`,
  /** The remaining rows of an interrupted plan: "12 rows left: shared 1, shared 2 and 10 more". */
  left: (n: number, names: readonly RowName[]): string =>
    `${plural(n, 'row')} left${names.length === 0 ? '' : `: ${namesText(names, n)}`}`,

  list: {
    caption: 'Plans, newest first',
    none: 'No plans yet.',
    noneNextStep:
      'Changes are planned first and listed here. A single change that can be undone is applied without a plan.',
    openOnly: 'Only open plans of this instance are shown.',
    noneOpen: 'This instance has no open plans.',
    showAll: 'Show all plans',
    load: 'Open plan file…',
    loadFailed: 'Couldn’t open the plan file',
    plan: 'Plan',
    state: 'State',
    result: 'Result',
    open: 'Open',
    resume: 'Continue',
    discard: 'Discard',
    discarded: 'Draft discarded',
    notSent: 'Not sent',
    secretsTitle: 'Secret values not shown yet',
    secretsWhy: 'Each value is shown only once and is lost when you quit Reeve.',
  },

  reveal: {
    title: 'New secret value',
    why: 'Shown only once. Copy the value before you leave.',
    show: 'Show once',
    hide: 'Hide',
    copy: 'Copy',
    copied: 'Copied. Reeve clears the clipboard after a minute if it still contains the value.',
    copiedBlind:
      'Copied. Reeve can’t read the clipboard here, so it overwrites the clipboard after a minute, as soon as this window is active.',
    shown: 'Hidden after 2 minutes',
    noCopy: 'Shown. Reeve keeps no copy of the value.',
    lost: 'The value is no longer available. It was already shown, or Reeve was restarted.',
    value: 'Secret value',
    region: (label: string) => `New secret of ${label}`,
  },
  /** The Markdown link to an uploaded file, which its row shows. */
  link: {
    title: 'Markdown link',
    of: (label: string) => `Markdown link of ${label}`,
  },
  leave: {
    title: 'Leave without the secret?',
    text: 'The new secret value was neither copied nor shown. It stays available under Activity, Plans until you quit Reeve. After that, it can’t be shown.',
    stay: 'Stay',
    leave: 'Leave anyway',
  },
};

type Ended = Pick<Plan, 'counts' | 'undone' | 'ops' | 'names'>;

/** `isKnown`: the data that only the response contains was kept. Plans of earlier releases lack it. */
const wordOf = (state: RowState, op: string, isKnown: boolean): string =>
  (state === 'applied' && isKnown ? operationDone(op) : null) ?? changes.rowStates[state];

const summaryOrder: readonly RowState[] = [
  'applied',
  'failed-again',
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
