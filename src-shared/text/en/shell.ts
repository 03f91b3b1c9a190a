import { isTokenRejected } from '#shared/errors.ts';
import { hours } from '#shared/time.ts';
import { explainWord } from './failures.ts';
import { ago, count, milliseconds, plural, shortMoment, timeOfDay } from './moments.ts';
import { labels } from './collections.ts';

const refusals: Readonly<Record<string, string>> = {
  'token-rejected': 'Token rejected',
  'token-ended': 'Token rejected',
  account: 'Account can’t be used',
  terms: 'Terms not accepted',
  'two-factor': 'Two-factor required',
  'read-only-instance': 'Instance is read-only',
};
const isToken = (reason: string): boolean => isTokenRejected({ reason });
const timeSince = (atMs: number, nowMs: number): string =>
  nowMs - atMs < hours(12) ? timeOfDay(atMs) : shortMoment(atMs, nowMs);

/** Texts of the frame, the palette and the parts that all pages share. */
export const shell = {
  product: 'Reeve',
  skipToContent: 'Skip to content',
  overlays: 'Menus and dialogs',
  notifications: 'Messages, Alt+T',
  closeMessage: (title: string) => `Close: ${title}`,
  close: 'Close',
  cancel: 'Cancel',
  /** The button that closes a dialog without its action. It is not "Cancel" if the action is "Cancel import". */
  dismiss: (action: string) => (action.startsWith('Cancel') ? 'Keep importing' : 'Cancel'),
  retry: 'Retry',
  loading: 'Loading',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy to the clipboard. Select the text and copy it manually.',
  copy: (what: string) => `Copy ${what}`,
  details: 'Details',
  never: 'never',
  remove: (what: string) => `Remove ${what}`,
  resizePanel: 'Panel width',

  starting: 'Starting Reeve…',
  coreLost: 'This window lost its connection to Reeve.',
  coreLostNextStep:
    'The data shown is no longer updated. Reeve keeps trying to reconnect. If Reeve was closed, start it again and open the new address.',

  unwritable: {
    title: 'Reeve can’t save anything.',
    why: 'Reeve can’t write to the data folder.',
    /** `reason`: why the folder can't be written. */
    text: (folder: string, reason: string): string => {
      const [cause, remedy] =
        reason === 'disk-full'
          ? [`The disk of ${folder} is full.`, 'Free some space']
          : reason === 'folder-read-only'
            ? [`The folder ${folder} is read-only, or you lack the permission to write to it.`, 'Change this']
            : [`Writing to ${folder} failed.`, 'Check its disk'];
      return `${cause} You can read and export the cached data. Syncs and changes are off. Changed settings are lost when you quit. ${remedy}, then restart Reeve.`;
    },
  },

  /** The platform refuses everything of the open instance, or all changes. `reason`: as in `Connection.refusal`. */
  refusal: {
    title: 'Access to the instance',
    state: (reason: string): string => refusals[reason] ?? 'Refused',
    why: (reason: string): string =>
      isToken(reason) ? `${explainWord(reason).what} Enter a new one under Instances.` : explainWord(reason).what,
    /** `dataFromMs`: the last reply before; null: not known. */
    text: (reason: string, name: string, sinceMs: number, dataFromMs: number | null, nowMs: number): string => {
      const since = timeSince(sinceMs, nowMs);
      const { what, nextStep } = explainWord(reason);
      if (reason === 'read-only-instance') return `${name} refused a change at ${since}. ${what} ${nextStep}`;
      const data = dataFromMs === null ? '' : ` Showing data from ${timeSince(dataFromMs, nowMs)}.`;
      if (isToken(reason)) return `${name} has rejected the token since ${since}.${data}`;
      return `${name} has refused all requests since ${since}. ${what} ${nextStep}${data}`;
    },
    enterToken: 'Enter a new token',
  },

  banner: 'Top bar',
  sidebar: 'Consoles',
  statusBar: 'Status',
  scope: 'Scope',
  switchInstance: (name: string) => `Instance: ${name}. Switch instance`,
  findInstance: 'Find an instance',
  noInstance: 'No instance open',
  noInstanceFound: 'No instance with this name',
  addInstance: 'Add an instance…',
  manageInstances: 'Manage instances',
  openInstanceBeside: (name: string) => `Open ${name} in new window`,
  openInstanceHere: (name: string) => `Open ${name} here`,
  editInstance: (name: string) => `Edit ${name}`,
  noTokenWhy: 'No token is saved for this instance. Edit the instance and enter a token.',
  noKey: 'This tab isn’t connected to Reeve',
  noKeyNextStep:
    'This browser has no access key for the address in this tab. Restart Reeve to get a new start address, then open it in this browser. A start address works only once.',
  tokenElsewhereWhy: 'The saved token was entered for other settings. Edit this instance and enter the token again.',
  instances: 'Instances',
  allGroups: 'All groups',
  allProjects: 'All projects',
  /** Texts of the scope switcher, where one group or project is chosen. */
  scopes: {
    label: ({ kind, id, path, name }: { kind: string; id: number | null; path: string | null; name: string | null }) =>
      path ?? name ?? `${kind === 'group' ? 'Group' : 'Project'} ${id}`,
    switch: {
      group: (name: string) => `Group: ${name}. Switch group`,
      project: (name: string) => `Project: ${name}. Switch project`,
    },
    choose: { group: 'Choose a group', project: 'Choose a project' },
    failed: 'Couldn’t save the selection. It stays until this window closes.',
  },
  notices: 'Notices',
  noticeCount: (n: number) => plural(n, 'notice'),
  openLink: 'Open link',
  searchOrRun: 'Search or run a command',
  sync: 'Sync users',
  syncLists: 'Sync all lists again',
  listRunning: 'Sync is already running',
  syncRunning: 'Sync of users is already running',
  syncNeedsDecision: 'The last sync needs a decision in Activity',
  syncNeedsInstance: 'Open an instance first',
  needsNetwork: (why: string) => `Requires the network. ${why}`,
  theme: 'Theme',
  themes: { system: 'Follow the system', light: 'Light', dark: 'Dark' },
  account: (initials: string, name: string) => `${initials}: menu for ${name}`,
  readOnly: 'Read-only',
  readOnlyWhy: 'Reeve blocks all changes to this instance.',
  sessionOnly: 'This session only',
  sessionOnlyWhy: 'All data is in a temporary folder and is deleted when you quit Reeve.',
  foldSidebar: 'Collapse sidebar',
  unfoldSidebar: 'Expand sidebar',

  nav: {
    ...labels('overview', 'manage', 'work', 'policy', 'watch', 'inspect'),
    ...labels(
      'changes',
      'coverage',
      'accessReview',
      'dependencyExports',
      'imports',
      'activity',
      'settings',
      'jobTokens',
    ),
    explorer: 'API explorer',
    catalogue: 'Groups and projects',
    people: 'People',
  },
  /** The pages of a project or group. */
  places: {
    project: 'Project',
    group: 'Group',
    pinned: 'Pinned for offline',
    notFound: 'This address is not a page of a project or group.',
    unreadable: (ref: string) => `“${ref}” is neither the ID nor the path of a project or group.`,
    toTab: { project: (tab: string) => `Project: ${tab}`, group: (tab: string) => `Group: ${tab}` },
    fold: (section: string) => `Collapse ${section}`,
    unfold: (section: string) => `Expand ${section}`,
    tabs: {
      ...labels('summary', 'home', 'code', 'wiki', 'integrations', 'access', 'releases', 'pushRule', 'notifications'),
      ...labels('mirrors', 'exports'),
      snippets: 'Snippets',
      webhooks: 'Webhooks',
      uploads: 'Uploads',
      members: 'Members',
      runners: 'Runners',
    },
  },

  /** The age of a list, and when it is checked next, in the words of `watches.next`; null: not automatically. */
  listAge: (name: string, atMs: number | null, nextText: string | null, nowMs: number) =>
    `${name}: ${atMs === null ? 'never synced' : `synced ${ago(atMs, nowMs)}`}${nextText === null ? '' : `, next check ${nextText}`}`,
  oldestList: (name: string) => `${name} (oldest list)`,
  listSynced: (name: string, time: string) => `${name}: last synced on ${time}`,
  neverSynced: 'Never synced',
  answering: 'Online',
  answered: (time: string) => `Last response on ${time}`,
  neverAsked: 'Not contacted yet',
  notConnected: 'Not connected to Reeve',
  offlineSince: (reachedAtMs: number | null, nowMs: number) =>
    reachedAtMs === null ? 'Offline, never reached' : `Offline, last reached ${ago(reachedAtMs, nowMs)}`,
  jobProgress: (name: string, share: number | null) => (share === null ? name : `${name} ${Math.floor(share * 100)}%`),
  cancelJob: (name: string) => `Cancel: ${name}`,
  problems: (n: number) => (n === 1 ? '1 problem' : `${n} problems`),
  runnersOffline: (n: number) => plural(n, 'runner offline', 'runners offline'),
  tokensEnding: (n: number) => plural(n, 'token expires within 7 days', 'tokens expire within 7 days'),
  webhooksAlerting: (n: number) => plural(n, 'webhook is failing', 'webhooks are failing'),
  mirrorAlarms: (n: number) => plural(n, 'mirror alarm'),
  exportsToCheck: (n: number) => plural(n, 'export needs attention', 'exports need attention'),
  importsFailed: (n: number) => plural(n, 'import failed in 7 days', 'imports failed in 7 days'),
  moreAlarms: (n: number) => `and ${count(n)} more`,
  unreadableRows: (n: number) => plural(n, 'row can’t be read', 'rows can’t be read'),
  rows: (shown: number, total: number | null, isCapped: boolean) => {
    const some = `${count(shown)}${isCapped ? '+' : ''}`;
    return total === null ? `${some} rows` : `${some} of ${count(total)} rows`;
  },
  query: (ms: number) => `Query ${milliseconds(ms)}`,
  budget: (remaining: number, limit: number) => `API ${count(remaining)} / ${count(limit)}`,
  budgetWhat: 'Requests left before the rate limit of this instance is reached',
  heldUntil: (time: string) => `Rate limit reached: no requests until ${time}`,
  heldWhy: 'The instance limits how many requests it accepts. Jobs continue automatically after that time.',
  plansElsewhere: (n: number, instances: readonly string[]) =>
    `${plural(n, 'plan')} under way on ${instances.join(', ')}`,
  budgetNotReported: 'Rate limit not reported',
  budgetNotReportedWhy:
    'This instance doesn’t report how many requests are left. Reeve slows down when the instance asks for it.',
  latencyWhat: 'Median response time of the last requests',
  latency: (ms: number) => milliseconds(ms),

  commands: {
    overview: 'Overview',
    access: 'Access to all projects',
    people: 'People who leave',
    imports: 'Imports',
    activity: 'Activity',
    explorer: 'API explorer',
    settings: 'Settings',
    instances: 'Instances',
    about: 'About Reeve',
    diagnostics: 'Diagnostics',
    catalogue: 'Groups and projects',
    palette: 'Search or run a command',
    newWindow: 'New window',
    shortcuts: 'Keyboard shortcuts',
    sync: 'Sync users',
    asOf: 'Show as of…',
    themeSwitch: 'Switch between light and dark',
    foldSidebar: 'Collapse or expand the sidebar',
    addInstance: 'Add an instance…',
    openInstance: (name: string) => `Switch to ${name}`,
    cancelJob: (name: string) => `Cancel: ${name}`,
  },

  /** While the window shows a moment in the past. */
  asOf: {
    state: (at: number, now: number) => `As of ${shortMoment(at, now)}`,
    readOnly: 'Nothing can be sent or changed while the window shows a moment in the past.',
    /** After an alarm, which is one of the present. */
    now: 'now',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    anywhere: 'Anywhere',
    tables: 'In tables',
    filter: 'Filter',
    next: 'Next row',
    previous: 'Previous row',
    select: 'Select the row',
    selectRange: 'Extend the selection',
    selectVisible: 'Select the visible rows',
    open: 'Open the row',
    leave: 'Close the panel or clear the selection',
  },

  failed: {
    page: 'This page stopped working.',
    pageNextStep: 'The rest of Reeve still works, and your data is safe. Reopen the page.',
    reopen: 'Reopen page',
    /** The first sentence of a failure, with its instance. */
    on: (what: string, instance: string): string => {
      const sentence = what.replace(/\.$/, '');
      return /\binstance\b/i.test(sentence) ? `${sentence} (${instance}).` : `${sentence} on ${instance}.`;
    },
    forbiddenRole: (role: string) => `Requires ${role}.`,
    unknownPage: 'This page doesn’t exist.',
    toHome: 'Go to Overview',
  },
};
