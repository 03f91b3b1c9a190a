import type { Plan, RowState, UndoKind } from '#shared/contract/changes.ts';
import { count, duration, milliseconds } from './moments.ts';

const many = (n: number, one: string, more = `${one}s`): string => `${count(n)} ${n === 1 ? one : more}`;

/** Words about plans, what becomes of them, and values that are told once. */
export const changes = {
  title: 'Changes',
  /** "Edit 14 runners", where no console gave better words; "Undo 14 changes" of a plan that takes another back. */
  titleOf: ({ ops, total, undoOf = null }: Pick<Plan, 'ops' | 'total'> & Partial<Pick<Plan, 'undoOf'>>): string => {
    if (undoOf !== null) return changes.undoTitle(total);
    const [op, other] = ops;
    return op === undefined || other !== undefined ? `Apply ${many(total, 'change')}` : opTitle(op, total);
  },
  undoTitle: (n: number) => `Undo ${many(n, 'change')}`,
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
    on: 'On',
  },
  undo: (undo: UndoKind): string => {
    if (undo.kind === 'exact') return 'Can be undone';
    return undo.kind === 'lossy' ? `Undo restores all but ${undo.what.join(', ')}` : `Cannot be undone: ${undo.why}`;
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
  saveFailed: 'The plan could not be saved',
  showFile: 'Show file',
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
    cancelled: 'Cancelled',
  } satisfies Record<Plan['state'], string>,
  paused: {
    person: 'Paused. What was sent stays as it is.',
    canary: 'The first rows are through. Look at them, then go on.',
    error: 'Stopped at a refusal. What was sent before stays as it is.',
    drift: 'Somebody changed rows since the plan was made. Look at them, then go on or leave them out.',
    restored:
      'The state file was damaged, and a backup took its place. Some rows may have been sent already: Reeve checks each one with the platform before it sends it.',
    restart: 'Reeve ended while this ran. What was under way was looked up again.',
  },
  waiting: 'Waits for the network, the rate limit or a secret.',
  held: (label: string) => `${label} could not be sent yet.`,
  resumesAt: (time: string) => `It tries again at ${time}.`,
  pause: 'Pause',
  resume: 'Go on',
  resumeDrifted: 'Send drifted rows as planned',
  cancelRest: 'Cancel the rest',
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
      .join(' · '),
  rowStates: {
    planned: 'Planned',
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
  undoFailed: 'This could not be undone',
  copyResults: 'Copy results',
  copied: (rows: number) => `Results of ${many(rows, 'row')} copied`,
  exportResults: 'Export CSV',
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
    notTakenBack: (what: readonly string[]) => `Not taken back: ${what.join(', ')}`,
    unchanged: 'Nothing to change',
    unchangedWhy: (label: string) => `${label} is already so.`,
    refused: (title: string) => `Failed: ${title}`,
    unknown: (title: string) => `Not known whether it happened: ${title}`,
    later: (time: string) => `The answer was lost. By ${time} Reeve has looked whether it came.`,
    look: 'Look',
  },
  ended: (title: string) => `Ended: ${title}`,

  list: {
    caption: 'Plans, newest first',
    none: 'No plan was made yet.',
    noneWayOut: 'Whatever changes something on the platform is planned first and stands here.',
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
    resume: 'Go on',
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

const verbs: Record<string, string> = { remove: 'delete' };
const special: Record<string, (n: number) => string> = {
  'enterprise-users.disableTwoFactor': (n) => `Disable two-factor of ${many(n, 'user')}`,
  'branches.removeMerged': (n) =>
    n === 1 ? 'Delete merged branches' : `Delete merged branches of ${count(n)} projects`,
};

/** "Edit 14 runners" of `runners.edit`, "Create 1 token" of `serviceAccounts.createToken`. */
function opTitle(op: string, n: number): string {
  const own = special[op];
  if (own !== undefined) return own(n);
  const [stem = '', name = ''] = op.split('.');
  const [verb = '', ...object] = wordsOf(name);
  const noun = object.length > 0 ? object.join(' ') : singular(wordsOf(stem).join(' '));
  const said = verbs[verb] ?? verb;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)} ${many(n, noun, plural(noun))}`;
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .split(/[\s-]+/)
    .filter((word) => word !== '');

function singular(noun: string): string {
  if (noun.endsWith('branches')) return noun.slice(0, -2);
  return noun.endsWith('s') && !noun.endsWith('ss') ? noun.slice(0, -1) : noun;
}

function plural(noun: string): string {
  if (noun.endsWith('s')) return noun;
  return /(ch|sh|x)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
