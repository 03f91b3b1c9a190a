import type { EdgeKind } from '#shared/contract/change-edges.ts';
import type { Notice, NoticeKind } from '#shared/contract/notices.ts';
import { count, plural } from './moments.ts';

interface KindWords {
  /** The heading of a group, and the label in Settings. */
  name: string;
  /** The title of several notices of this kind. */
  several: (n: number) => string;
}

const kinds: Record<NoticeKind, KindWords> = {
  found: { name: 'Problems found', several: (n) => `${count(n)} notices about problems` },
  'access-refused': {
    name: 'Instance refuses the token or account',
    several: (n) => `${count(n)} instances refuse the token or account`,
  },
  'access-back': {
    name: 'Instance accepts requests again',
    several: (n) => `${count(n)} instances accept requests again`,
  },
  'job-failed': { name: 'Job failed', several: (n) => `${count(n)} jobs failed` },
  'job-waits': { name: 'Job needs a decision', several: (n) => `${count(n)} jobs need a decision` },
  'job-finished': { name: 'Job finished', several: (n) => `${count(n)} jobs finished` },
  'runner-offline': { name: 'Runner offline', several: (n) => `${count(n)} runners went offline` },
  'runner-online': { name: 'Runner online again', several: (n) => `${count(n)} runners are online again` },
  'dependency-export-failed': {
    name: 'Dependency export failed or stalled',
    several: (n) => `${count(n)} dependency exports need attention`,
  },
  'dependency-export-kept': {
    name: 'Dependency export stored',
    several: (n) => `${count(n)} dependency exports are stored`,
  },
  'token-expiring': { name: 'Access token expires soon', several: (n) => `${count(n)} access tokens expire soon` },
  'token-expired': { name: 'Access token expired', several: (n) => `${count(n)} access tokens expired` },
  'webhook-disabled': { name: 'Webhook disabled', several: (n) => `${count(n)} webhooks are disabled` },
  'webhook-enabled': { name: 'Webhook enabled again', several: (n) => `${count(n)} webhooks are enabled again` },
  'webhook-failing': { name: 'Webhook deliveries fail', several: (n) => `Deliveries of ${count(n)} webhooks fail` },
  'webhook-delivering': {
    name: 'Webhook deliveries succeed again',
    several: (n) => `Deliveries of ${count(n)} webhooks succeed again`,
  },
  'mirror-stuck': { name: 'Mirror update stuck', several: (n) => `${count(n)} mirror updates are stuck` },
  'mirror-failed': { name: 'Mirror update failed', several: (n) => `${count(n)} mirror updates failed` },
  'mirror-host-keys': {
    name: 'Host keys of a mirror changed',
    several: (n) => `The host keys of ${count(n)} mirrors changed`,
  },
  'mirror-no-success': {
    name: 'Mirror without recent success',
    several: (n) => `${count(n)} mirrors had no recent success`,
  },
  'mirror-recovered': { name: 'Mirror recovered', several: (n) => `${count(n)} mirrors recovered` },
  'import-failed': { name: 'Import failed', several: (n) => `${count(n)} imports failed` },
  'import-no-news': { name: 'No news of an import', several: (n) => `No news of ${count(n)} imports` },
  'import-finished': { name: 'Import finished', several: (n) => `${count(n)} imports finished` },
  'new-administrator': { name: 'New administrator', several: (n) => `${count(n)} new administrators` },
  'new-auditor': { name: 'New auditor', several: (n) => `${count(n)} new auditors` },
  'two-factor-off': {
    name: 'Two-factor authentication switched off',
    several: (n) => `Two-factor authentication of ${count(n)} people is off`,
  },
  'new-external': { name: 'New external user', several: (n) => `${count(n)} new external users` },
  'access-raised': {
    name: 'New Maintainer or Owner',
    several: (n) => `${count(n)} people became Maintainer or Owner`,
  },
  'token-risk': {
    name: 'Access token without expiry date or with the scope “api”',
    several: (n) => `${count(n)} access tokens without expiry date or with the scope “api”`,
  },
  'mirror-host': { name: 'Mirror to a new host', several: (n) => `${count(n)} mirrors push to new hosts` },
  'allowlist-opened': {
    name: 'Job token allowlist opened',
    several: (n) => `${count(n)} job token allowlists were opened`,
  },
};

type Grouped = Pick<Notice, 'kind' | 'subject'>;
const maxSubjects = 5;

/** Words of notices: their list in the top bar, their settings, and their desktop notifications. */
export const notices = {
  none: 'No notices.',
  markAllRead: 'Mark all as read',
  clear: 'Clear',
  clearAll: 'Clear all notices',
  more: (n: number) => `Show ${count(n)} more`,
  older: (n: number) => `${count(n)} older notices aren’t shown.`,
  isUnread: 'Unread',
  tones: { alarm: 'Needs attention', recovered: 'Recovered', info: 'Information' },
  failed: 'Couldn’t load notices.',
  kinds: Object.keys(kinds),
  kindOf: (kind: string): string => kinds[kind as NoticeKind]?.name ?? 'Other notices',
  on: (title: string, instance: string) => `${title} (${instance})`,

  /** The desktop notification for several notices of one kind: "3 runners went offline". */
  grouped: (group: readonly Grouped[]): { title: string; body: string } => {
    const [first] = group;
    const title = kinds[first?.kind as NoticeKind]?.several(group.length) ?? `${count(group.length)} notices`;
    return { title, body: `${subjectsOf(group)}.` };
  },
  /** The desktop notification after quiet hours. */
  quietSummary: (held: readonly Grouped[]): { title: string; body: string } => ({
    title: `${count(held.length)} notices during quiet hours`,
    body: [...Map.groupBy(held, ({ kind }) => kind)]
      .map(([kind, group]) => `${notices.kindOf(kind)}: ${count(group.length)}.`)
      .join(' '),
  }),

  settings: {
    title: 'Notices',
    desktop: 'Show notices on the desktop',
    desktopHelp: {
      electron: 'Your system settings must allow them.',
      node: 'Only on a Linux desktop that has notify-send.',
    },
    quiet: 'Quiet hours',
    quietHelp: 'Notices are collected, and the desktop shows one summary afterwards.',
    from: 'From',
    to: 'To',
    kinds: 'Kinds of notices',
    kindsHelp:
      'Kinds that aren’t selected stay in the list of notices, but aren’t shown on the desktop and don’t count as unread.',
    notSaved: 'Couldn’t save the setting.',
  },

  /** The notice about subjects that needed attention when Reeve first saw them. */
  found: {
    title: (n: number, instance: string) => `${plural(n, 'problem')} found on ${instance}`,
    body: 'Found when Reeve first checked these lists.',
  },

  accessBack: (instance: string) => `${instance} accepts requests again`,

  /** Words of notices about the caches. */
  runner: {
    offline: (name: string) => `Runner ${name} is offline`,
    stale: (name: string) => `Runner ${name} is stale`,
    online: (name: string) => `Runner ${name} is online again`,
    offlineBody: 'It stopped contacting the instance.',
    areOffline: 'Runners offline and not paused',
    areStale: 'Runners stale and not paused',
    staleBody: 'It has not contacted the instance for a long time.',
  },
  token: {
    expiring: (name: string, day: string) => `Access token ${name} expires on ${day}`,
    expired: (name: string, day: string) => `Access token ${name} expired on ${day}`,
    areExpiring: 'Access tokens that expire within 7 days',
    haveExpired: 'Access tokens that expired in the last 7 days',
    of: (account: string) => `It belongs to the service account ${account}.`,
  },
};

type EdgeWords = Record<EdgeKind, (change: EdgeText) => string>;

/** What a security notice is about. `place`: the path of its group or project, or its scope. */
export interface EdgeText {
  name: string;
  /** In how many places this was found in one sync. */
  places: number;
  place: string;
  level: string;
  host: string;
  /** The token has no expiry date. */
  isEndless: boolean;
  /** The token has the scope “api”. */
  hasApi: boolean;
  /** What was opened: access for all projects, or an entry of the allowlist. */
  isForAll: boolean;
}

/** Titles and text of notices about recorded changes that were not made with this Reeve. */
export const edges: { titles: EdgeWords; body: string } = {
  titles: {
    'new-administrator': ({ name }) => `${name} is a new administrator`,
    'new-auditor': ({ name }) => `${name} is a new auditor`,
    'two-factor-off': ({ name }) => `Two-factor authentication of ${name} is off`,
    'new-external': ({ name }) => `${name} is a new external user`,
    'access-raised': ({ name, level, place, places }) =>
      `${name} is now ${level} ${places === 1 ? `of ${place}` : `in ${count(places)} projects`}`,
    'token-risk': ({ name, isEndless, hasApi }) =>
      `Access token ${name} has ${[...(isEndless ? ['no expiry date'] : []), ...(hasApi ? ['the scope “api”'] : [])].join(' and ')}`,
    'mirror-host': ({ host, place }) => `A mirror of ${place} pushes to a new host: ${host}`,
    'allowlist-opened': ({ name, place, isForAll }) =>
      isForAll ? `Job tokens of all projects can access ${place}` : `Job tokens of ${name} can access ${place}`,
  },
  body: 'Changed outside of Reeve.',
};

function subjectsOf(group: readonly Grouped[]): string {
  const subjects = [...new Set(group.map(({ subject }) => subject))];
  const shown = subjects.slice(0, maxSubjects).join(', ');
  return subjects.length > maxSubjects ? `${shown} and ${count(subjects.length - maxSubjects)} more` : shown;
}
