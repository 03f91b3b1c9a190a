import type { ExportState } from '#shared/contract/dependency-exports.ts';
import type { HiddenFromToken, MirrorState, WebhookState } from '#shared/contract/overview.ts';
import { dependencyExports } from './dependency-exports.ts';
import { count, plural } from './moments.ts';

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;

const exportStates = dependencyExports.states;

/** Words of the overview. */
export const overview = {
  title: 'Overview',
  figuresLabel: 'Figures',
  notSynced: 'not synced yet',
  notVisible: 'Not visible to this token',
  /** Shown if the chosen scope was never synced, but a wider one has rows. */
  elsewhere: (what: string, where: string, n: number, wider: string) =>
    `No ${what} synced for ${where}; ${plural(n, 'is', 'are')} synced for ${wider}.`,
  showElsewhereOf: (wider: string) => `Show ${wider}`,
  /** After a number: rows that may belong to it. */
  unknown: (n = 0) => (n === 0 ? '' : ` (${count(n)} unknown)`),
  showTable: (what: string) => `Show “${what}” as a table`,
  showPicture: (what: string) => `Show “${what}” as a picture`,

  figures: {
    users: 'Users',
    newInWeek: (n: number) => `${count(n)} new in 7 d`,
    online: 'Runners online',
    ofAll: (n: number) => `of ${count(n)}`,
    ofYours: (n: number) => `of ${count(n)} visible to this token`,
    elsewhere: (n: number, wider: string) => `${count(n)} synced for ${wider}`,
    mirrors: 'Mirrors failing',
    webhooks: 'Webhooks disabled',
    tokens: 'Tokens expiring in 30 d',
    expired: (n: number) => `${count(n)} expired`,
    budget: 'API budget left',
    left: (remaining: number, limit: number) => `${count(remaining)} of ${count(limit)}`,
  },

  attention: {
    title: 'Needs attention',
    nothing: 'No issues found in synced data.',
    nothingVisible: 'No issues found in the data that this token can see.',
    notVisible: (what: readonly string[]) => `Not visible to this token: ${listed(what)}`,
    hidden: {
      'users.administrator': 'two-factor status and activity of users',
      'runners.all': 'runners of other users',
      'service-accounts': 'service accounts of the instance',
    } satisfies Record<HiddenFromToken, string> as Record<HiddenFromToken, string>,
    offline: (n: number) => `${plural(n, 'runner is', 'runners are')} offline`,
    stale: (n: number) => `${plural(n, 'runner is', 'runners are')} stale: no contact for a long time`,
    ending: (n: number) => `${plural(n, 'token expires', 'tokens expire')} within 7 days`,
    unprotected: (n: number) => `${plural(n, 'administrator has', 'administrators have')} no 2FA`,
    decision: (name: string) => `${name} needs a decision`,
    failed: (name: string) => `${name} failed`,
    plan: (name: string, why: string) => `${name}: ${why}`,
    unknown: (n: number) => `${plural(n, 'change has', 'changes have')} an unknown result`,
    refused: (n: number) => `${plural(n, 'change was', 'changes were')} refused in the last 7 days`,
    unread: (n: number, all: number) =>
      n === all && all === 1
        ? 'Tokens of 1 group aren’t synced yet'
        : `Tokens of ${count(n)} of ${count(all)} groups aren’t synced yet`,
    readAll: 'Sync',
    usersUnread: 'Users aren’t fully synced yet',
    runnersUnread: (where: string) => `Runners of ${where} aren’t fully synced yet`,
    mirrorName: (project: string, host: string) => `${project} → ${host}`,
    mirrors: {
      failed: {
        one: (name: string, n: number) => `Mirror ${name} failed${n > 1 ? ` ${count(n)} times in a row` : ''}`,
        many: (n: number) => `${count(n)} mirrors are failing`,
      },
      stuck: {
        one: (name: string) => `Mirror ${name} is stuck: its update takes too long`,
        many: (n: number) => `${count(n)} mirrors are stuck`,
      },
      host_keys: {
        one: (name: string) => `Host keys of mirror ${name} changed`,
        many: (n: number) => `Host keys of ${count(n)} mirrors changed`,
      },
      no_success: {
        one: (name: string) => `Mirror ${name} had no recent success`,
        many: (n: number) => `${count(n)} mirrors had no recent success`,
      },
    },
    webhooks: {
      disabled: {
        one: (name: string, until: string | null) =>
          `Webhook ${name} is disabled${until === null ? '' : ` until ${until}`}`,
        many: (n: number) => `${count(n)} webhooks are disabled`,
      },
      failing: {
        one: (name: string) => `The instance reports a problem with webhook ${name}`,
        many: (n: number) => `The instance reports a problem with ${count(n)} webhooks`,
      },
    },
    export: (place: string, state: ExportState) => `Export of ${place}: ${exportStates[state].toLowerCase()}`,
    exports: (n: number) => `${count(n)} exports need attention`,
    import: (name: string) => `Import of ${name} failed`,
    imports: (n: number) => `${count(n)} imports were reported as failed in the last 7 days`,
    showAll: (n: number) => `Show all ${count(n)}`,
    showLess: 'Show fewer',
    offlineNow: 'Offline: all data shown is from the last sync.',
  },

  lanes: {
    title: 'Sync, last 60 min',
    outcomes: { ok: 'ok', retried: 'retried', refused: 'not visible', failed: 'failed', running: 'running' },
    active: (name: string) => `${name}, active`,
    moreLanes: (n: number) => `${plural(n, 'more list is', 'more lists are')} in the table.`,
    nextLabel: 'Next checks',
    next: (name: string) => `Next: ${name}`,
    budget: 'Watches use',
    /** Of the rate limit if there is one, else requests per minute. */
    used: (used: number, allowed: number, limit: number | null) =>
      limit === null
        ? `${count(used)} of ${count(Math.floor(allowed))} requests/min`
        : `${count(Math.round((100 * used) / limit))}% of ${count(Math.round((100 * allowed) / limit))}% allowed`,
    none: 'No syncs in the last 60 minutes.',
    toJobs: 'All jobs',
    sentence: (lanes: number, counts: Record<'ok' | 'retried' | 'refused' | 'failed' | 'running', number>) =>
      `Syncs of ${plural(lanes, 'list')} in the last 60 minutes: ${listed(
        (['ok', 'retried', 'refused', 'failed', 'running'] as const)
          .filter((outcome) => counts[outcome] > 0)
          .map((outcome) => `${count(counts[outcome])} ${overview.lanes.outcomes[outcome]}`),
      )}.`,
    minutesAgo: (n: number) => (n === 0 ? 'now' : `${n} min ago`),
    columns: { list: 'List', began: 'Started', took: 'Took', outcome: 'Result' },
  },

  cells: {
    sentence: (shown: number, all: number, many: string, kinds: readonly string[]) =>
      shown < all
        ? `${count(shown)} of ${count(all)} ${many}, problems first, one cell each: ${listed(kinds)}.`
        : `${count(all)} ${many}, one cell each: ${listed(kinds)}.`,
    notVisible: (refused: number, all: number) =>
      `Requires Maintainer role in ${count(refused)} of ${plural(all, 'project')}.`,
    show: 'Show',
  },
  mirrors: {
    title: 'Remote mirrors',
    states: {
      failed: 'failing',
      stuck: 'stuck',
      hostKeys: 'host keys changed',
      noSuccess: 'no success',
      muted: 'failed, muted',
      underWay: 'under way',
      finished: 'finished',
      never: 'never updated',
      disabled: 'disabled',
      other: 'other',
    } satisfies Record<MirrorState, string>,
    none: 'No remote mirrors found.',
    never: 'No remote mirrors synced yet.',
    sync: 'Sync mirrors',
    many: 'mirrors',
    column: 'Mirrors',
  },
  webhooks: {
    title: 'Webhooks',
    states: { disabled: 'disabled', failing: 'failing, not disabled', executable: 'executable' } satisfies Record<
      WebhookState,
      string
    >,
    none: 'No webhooks found.',
    never: 'No webhooks synced yet.',
    sync: 'Sync webhooks',
    many: 'webhooks',
    column: 'Webhooks',
  },
  transfers: {
    title: 'Exports and imports',
    none: 'No exports or imports yet.',
    toExports: 'Dependency exports',
    toImports: 'Imports',
    underWay: (n: string) => `${n} under way`,
    export: (place: string) => `Export ${place}`,
    import: (name: string) => `Import ${name}`,
    packages: (n: number) => plural(n, 'package'),
    inferred: 'probably finished',
    unreported: 'accepted, progress not reported',
    started: 'started',
  },
  recent: {
    label: 'Changed in the last hour:',
    changes: (n: number) => plural(n, 'change'),
  },

  fleet: {
    title: (where: string) => `Runners of ${where}`,
    states: {
      busy: 'busy',
      idle: 'idle',
      online: 'online',
      offline: 'offline',
      stale: 'stale',
      never: 'never contacted',
      other: 'other',
    } as Record<string, string>,
    show: {
      busy: 'Show online runners with jobs',
      idle: 'Show online runners without jobs',
      online: 'Show online runners that do not report whether they run jobs',
      offline: 'Show offline runners',
      stale: 'Show stale runners',
      never: 'Show runners that never contacted the instance',
      other: 'Show runners with another status',
    } as Record<string, string>,
    sentence: (all: number, kinds: readonly string[]) => `${plural(all, 'runner')}, one cell each: ${listed(kinds)}.`,
    sentencePart: (shown: number, all: number) =>
      `${count(shown)} of ${count(all)} runners, problems first, one cell each.`,
    part: (shown: number, all: number) => `${count(shown)} of ${count(all)}, problems first`,
    legend: (label: string, n: number) => `${label} ${count(n)}`,
    cell: (name: string, state: string) => `${name}: ${state}`,
    unnamed: (id: number) => `Runner ${id}`,
    none: 'No runners.',
    noneVisible: 'This token can’t see any runners here. Only administrators can see the runners of other users.',
    columns: { state: 'State', runners: 'Runners' },
  },

  tokens: {
    title: 'Token expiry',
    next: 'next 26 weeks',
    thisWeek: 'this week',
    bar: (from: string, n: number) => `Week from ${from}: ${plural(n, 'token')}`,
    sentence: (all: number, soon: number, peak: string | null) =>
      `${plural(all, 'active token expires', 'active tokens expire')} within 26 weeks, ${count(soon)} of them within 30 days.${
        peak === null ? '' : ` Most in the week from ${peak}.`
      }`,
    none: 'No active token expires within 26 weeks.',
    columns: { week: 'Week from', tokens: 'Tokens' },
    noGroups: 'No groups added yet. Tokens are synced per group.',
    toCatalogue: 'Add a group',
  },

  changes: {
    title: 'Recent changes',
    none: 'Reeve hasn’t changed anything on this instance yet.',
    openPlans: (n: number) => plural(n, 'open plan'),
    toJournal: 'Journal',
    open: (label: string) => `Journal entry of ${label}`,
    undoOf: (label: string) => `Undo: ${label}`,
  },
  jobs: {
    title: 'Recent jobs',
    none: 'No jobs for this instance yet.',
    toActivity: 'Activity',
  },

  neverRead: {
    runners: (where: string) => `No runners of ${where} synced yet.`,
    tokens: (where: string) => `No tokens of ${where} synced yet.`,
  },
  many: { runners: 'runners', tokens: 'tokens' },
  read: { runners: 'Sync runners', tokens: 'Sync tokens' },
  readFailed: 'Couldn’t sync the list',
};
