import type { Notice, NoticeKind } from '#shared/contract/notices.ts';
import { count } from './moments.ts';

interface KindWords {
  /** The heading of a group, and the label in Settings. */
  name: string;
  /** The title of several notices of this kind. */
  several: (n: number) => string;
}

const kinds: Record<NoticeKind, KindWords> = {
  'access-refused': {
    name: 'Instance refuses the token or account',
    several: (n) => `${count(n)} instances refuse the token or account`,
  },
  'job-failed': { name: 'Job failed', several: (n) => `${count(n)} jobs failed` },
  'job-waits': { name: 'Job needs a decision', several: (n) => `${count(n)} jobs need a decision` },
  'job-finished': { name: 'Job finished', several: (n) => `${count(n)} jobs finished` },
  'runner-offline': { name: 'Runner offline', several: (n) => `${count(n)} runners went offline` },
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
  'webhook-failing': { name: 'Webhook deliveries fail', several: (n) => `Deliveries of ${count(n)} webhooks fail` },
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
  'import-failed': { name: 'Import failed', several: (n) => `${count(n)} imports failed` },
  'import-no-news': { name: 'No news of an import', several: (n) => `No news of ${count(n)} imports` },
  'import-finished': { name: 'Import finished', several: (n) => `${count(n)} imports finished` },
};

type Grouped = Pick<Notice, 'kind' | 'tone' | 'subject'>;
const maxSubjects = 5;

/** Words of notices: their list in the top bar, their settings, and their desktop notifications. */
export const notices = {
  title: 'Notices',
  none: 'No notices.',
  unread: (n: number) => (n === 1 ? '1 notice' : `${count(n)} notices`),
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
    const recovered = group.filter(({ tone }) => tone === 'recovered').length;
    const words = kinds[first?.kind as NoticeKind];
    const begun = group.length - recovered;
    const title =
      begun === 0
        ? `${count(recovered)} recovered: ${notices.kindOf(first?.kind ?? '')}`
        : (words?.several(begun) ?? `${count(begun)} notices`);
    const subjects = subjectsOf(group);
    return { title, body: recovered > 0 && begun > 0 ? `${subjects}. ${count(recovered)} recovered.` : `${subjects}.` };
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

  accessBack: (instance: string) => `${instance} accepts requests again`,

  /** Words of notices about the caches. */
  runner: {
    offline: (name: string) => `Runner ${name} is offline`,
    stale: (name: string) => `Runner ${name} is stale`,
    online: (name: string) => `Runner ${name} is online again`,
    offlineBody: 'It stopped contacting the instance.',
    staleBody: 'It has not contacted the instance for a long time.',
  },
  token: {
    expiring: (name: string, day: string) => `Access token ${name} expires on ${day}`,
    expired: (name: string, day: string) => `Access token ${name} expired on ${day}`,
    of: (account: string) => `It belongs to the service account ${account}.`,
  },
};

function subjectsOf(group: readonly Grouped[]): string {
  const subjects = [...new Set(group.map(({ subject }) => subject))];
  const shown = subjects.slice(0, maxSubjects).join(', ');
  return subjects.length > maxSubjects ? `${shown} and ${count(subjects.length - maxSubjects)} more` : shown;
}
