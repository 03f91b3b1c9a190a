import type { KeyFault } from '#shared/contract/keys.ts';
import type { HostKeyLine, MirrorAlarm, MirrorAlarmKind, MirrorEvent } from '#shared/contract/remote-mirrors.ts';
import { hours, seconds } from '#shared/time.ts';
import { keyFaults } from './keys.ts';
import { ago, count, duration, plural } from './moments.ts';
import { writeLabels } from './operations.ts';
import { labels } from './collections.ts';

const create = writeLabels('remote-mirrors.create');

/** "41 s", "6 min 12 s", "1 h 20 min". */
function took(ms: number): string {
  const wholeSeconds = Math.round(ms / seconds(1));
  if (wholeSeconds < 60) return `${wholeSeconds} s`;
  if (wholeSeconds >= hours(1) / seconds(1)) return duration(ms);
  const wholeMinutes = `${Math.floor(wholeSeconds / 60)} min`;
  return wholeSeconds % 60 === 0 ? wholeMinutes : `${wholeMinutes} ${wholeSeconds % 60} s`;
}

const keyProblems: Record<Exclude<NonNullable<HostKeyLine['problem']>, 'unreadable'>, string> = {
  'no-key': 'not a public key',
  several: 'more than one key; put each key on a separate line',
  certificate: 'a certificate, not a host key',
  fingerprint: 'a fingerprint; the complete key is needed',
  marker: 'lines with @cert-authority or @revoked can’t be sent',
  hashed: 'the host name is hashed; use a line with the plain name, or only type and key',
};

export const remoteMirrors = {
  noun: { one: 'mirror', many: 'mirrors' },
  role: 'the Maintainer role in the project',
  searchHint: 'Project, target, or error',
  columns: {
    scope: 'Where',
    target_host: 'Target',
    state: 'State and last error',
    strip: 'Last 20 updates',
    last_successful_update_at: 'Last success',
    url: 'URL',
  },
  fields: { url: 'Target' },
  groups: { mirror: 'Mirror' },
  filter: {
    groups: { state: 'State', mirror: 'Mirror', success: 'Last success' },
    update_status: 'State',
    has_alarm: 'Alarms',
    is_overdue: 'Overdue',
    success_before: 'Before',
    isEnabled: 'Enabled',
    isDisabled: 'Disabled',
    withAlarm: 'With an alarm',
    withoutAlarm: 'Without an alarm',
  },
  views: {
    alarms: 'Alarms',
    failed: 'Failing',
    underWay: 'Under way',
    overdue: 'Overdue',
    overdueIn: (n: number) => `Overdue (${count(n)} h)`,
    overdueHint:
      'Enabled mirrors without recent success. A mirror is updated only after a push, so this is an alarm only if an update was tried.',
    disabled: 'Disabled',
  },
  statuses: {
    ...labels('scheduled', 'started', 'finished', 'failed'),
    none: 'Never updated',
    to_retry: 'Failed, will be retried',
  },
  alarms: {
    ...labels('stuck', 'failed', 'no_success'),
    host_keys: 'Host keys changed',
  },
  auth: { ssh_public_key: 'SSH public key', password: 'Password' },
  disabled: 'Disabled',
  started: (atMs: number, nowMs: number) => `Started ${ago(atMs, nowMs)}`,
  startedFor: (ms: number) => `Started ${took(ms)} ago`,
  median: (ms: number) => `median ${took(ms)}`,
  took,
  newKeys: (added: number, removed: number) =>
    [added > 0 ? `${count(added)} new` : '', removed > 0 ? `${count(removed)} removed` : '']
      .filter((part) => part !== '')
      .join(', '),
  mutedUntil: (time: string) => `Alarms muted until ${time}`,
  enabledIn: (n: number, most: number) => `${count(n)} of ${count(most)} mirrors of this project are enabled`,
  legend: { failed: 'failed', slow: 'slow', underWay: 'under way' },
  strip: (n: number, failed: number, slow: number) =>
    n === 0 ? 'No updates seen yet' : `${plural(n, 'update')}, ${count(failed)} failed, ${count(slow)} slow`,
  bar: (state: 'ok' | 'slow' | 'failed' | 'underWay', ms: number | null) =>
    ({ ok: 'Finished', slow: 'Slow', failed: 'Failed', underWay: 'Under way' })[state] +
    (ms === null ? '' : ` after ${took(ms)}`),

  unnamed: (id: number) => `Mirror ${id}`,
  name: (project: string, target: string) => `${project} → ${target}`,
  about: (id: number, auth: string) => `Mirror ${id}, ${auth}`,

  panel: {
    ...labels('overview', 'settings', 'hostKeys', 'target', 'lastSuccess', 'lastUpdate', 'lastError'),
    ...labels('duration', 'kept', 'overwritten', 'allBranches', 'never', 'enabled', 'authentication'),
    marks: 'History',
    branches: 'Branches',
    removed: 'The instance removes credentials from the URL.',
    startedAt: (time: string) => `started ${time}`,
    divergent: 'Divergent refs',
    enabledIn: 'Enabled in project',
    ofMost: (n: number, most: number) => `${count(n)} of ${count(most)}`,
    full: 'Disable a mirror before you enable another one.',
    protectedBranches: 'Protected branches only',
    matching: (regex: string) => `Branches that match ${regex}`,
    durationNote: (n: number, medianMs: number | null) =>
      `last ${n === 1 ? 'update' : `${count(n)} updates`}${medianMs === null ? '' : `, median ${took(medianMs)}`}`,
    marksNote: 'changes recorded by Reeve',
    noMarks: 'Nothing has changed since Reeve first saw this mirror.',
    keysSince: (day: string) => `unchanged since ${day}`,
    noKeys: 'The mirror has no host keys.',
    fingerprint: 'the fingerprint',
    now: 'now',
  },

  alarm: ({ kind, count: n, medianMs, added, removed }: MirrorAlarm, since: string | null): string => {
    switch (kind) {
      case 'failed':
        if (since === null) return 'The last update failed';
        return n > 1 ? `Failed ${count(n)} times in a row, first on ${since}` : `Failed on ${since}`;
      case 'stuck':
        return `Started on ${since ?? ''} and not finished${medianMs === null ? '' : `; the median is ${took(medianMs)}`}`;
      case 'host_keys':
        return `Host keys changed: ${remoteMirrors.newKeys(added, removed)}`;
      case 'no_success':
        return `No success since ${since ?? 'the mirror was created'}, although updates were tried`;
    }
  },
  event: ({ kind, ms }: MirrorEvent): string => {
    const titles: Record<MirrorEvent['kind'], string> = {
      failed: 'Failed',
      recovered: 'Failed, then recovered',
      slow: ms === null ? 'Slow' : `Slow: ${took(ms)}`,
      finished: 'Finished',
      hostKeys: 'Host keys changed',
      keysAccepted: 'Host keys accepted',
      enabled: 'Enabled',
      disabled: 'Disabled',
      muted: 'Alarms muted',
      unmuted: 'Alarms no longer muted',
    };
    return titles[kind];
  },
  eventDetail: ({ kind, at, since, count: n, ms, medianMs, added, removed }: MirrorEvent, time: string): string => {
    switch (kind) {
      case 'failed':
        return n === 1 ? '' : `${count(n)} updates since ${time}`;
      case 'recovered':
        return `${plural(n, 'update')}${since === null ? '' : `, ${took(at - since)}`}`;
      case 'slow':
        return medianMs === null ? '' : `median ${took(medianMs)}`;
      case 'finished':
        return ms === null ? '' : took(ms);
      case 'hostKeys':
        return remoteMirrors.newKeys(added, removed);
      case 'muted':
        return `until ${time}`;
      default:
        return '';
    }
  },

  actions: {
    create: create.open,
    sync: 'Sync now…',
    syncMany: (n: number) => `Sync ${plural(n, 'mirror')} now`,
    syncOne: (name: string) => `Sync ${name} now`,
    syncWhy: 'The instance pushes all changes to the target at once. Branches that differ there can be overwritten.',
    synced: (name: string) => `Update of ${name} requested`,
    edit: 'Edit…',
    enable: 'Enable',
    enableMany: (n: number) => `Enable ${plural(n, 'mirror')}`,
    disable: 'Disable',
    disableMany: (n: number) => `Disable ${plural(n, 'mirror')}`,
    copyKey: 'Copy public key',
    keyCopied: 'Public key copied',
    keyFailed: 'Couldn’t copy the public key',
    mute: 'Mute alarms…',
    unmute: 'Unmute alarms',
    muteFailed: 'Couldn’t mute or unmute the alarms',
    accept: 'Accept host keys',
    acceptFailed: 'Couldn’t accept the host keys',
    remove: 'Delete…',
    removeMany: (n: number) => `Delete ${plural(n, 'mirror')}`,
    removeOne: (name: string) => `Delete mirror ${name}`,
    removeWhy: 'The instance no longer pushes to this target. The repository there stays as it is.',
    removeManyWhy: 'The instance no longer pushes to these targets. The repositories there stay as they are.',
    removed: (name: string) => `Deleted ${name}`,
    removeField: (name: string) => `Type “${name}” to delete the mirror`,
    removeError: (name: string) => `The text doesn’t match “${name}”.`,
  },
  why: {
    deleted: 'The mirror was deleted.',
    disabled: 'The mirror is disabled. Enable it first.',
    noKey: 'Only mirrors that authenticate with an SSH key have a public key.',
    full: (most: number) =>
      `${count(most)} mirrors are enabled in this project, which is the limit. Disable one before you create another one.`,
    enabled: 'The mirror is enabled.',
    isDisabled: 'The mirror is disabled.',
    sameKeys: 'The host keys of the mirror haven’t changed since they were last accepted.',
    notMuted: 'The alarms of the mirror aren’t muted.',
  },
  mute: {
    title: (name: string) => `Mute alarms of ${name}`,
    text: 'Reeve still checks the mirror and records its changes, but shows no alarms and no notices about it.',
    field: 'For',
    choices: { '1': '1 hour', '8': '8 hours', '24': '1 day', '168': '7 days' },
    button: 'Mute alarms',
  },
  form: {
    createTitle: create.name,
    createText: 'The instance pushes the repository to this target. Pull mirrors aren’t part of this API.',
    editTitle: (name: string) => `Edit mirror ${name}`,
    create: create.send,
    save: writeLabels('remote-mirrors.edit').send,
    created: (name: string) => `Created mirror ${name}`,
    edited: (name: string) => `Changed mirror ${name}`,
    labels: {
      scope: 'Project',
      url: 'Target URL',
      username: 'User name',
      password: 'Password or token',
      branchChoice: 'Branches',
      mirror_branch_regex: 'Branches that match this regular expression',
      keep_divergent_refs: 'Keep divergent refs',
    },
    choose: 'Choose a project',
    urlHelp: 'For example https://git.example/group/project.git or ssh://git@git.example/project.git.',
    urlMissing: 'URL is required.',
    urlWrong: 'Enter an address with https, http, ssh or git.',
    urlPassword: 'Enter user name and password in their own fields, not in the URL.',
    urlFixed: 'The API can’t change the URL. To push to another target, create a new mirror.',
    auth: { password: 'Password', ssh_public_key: 'SSH public key' },
    sshHelp: 'The instance creates a key for this mirror. Copy its public key afterwards and add it to the target.',
    passwordHelp: 'Sent as part of the URL. The instance never returns it, and Reeve doesn’t store it.',
    passwordMissing: 'Password is required for this authentication.',
    hostKeysHelp: 'One per line, as type and key or as a line of known_hosts. Reeve checks them before they are sent.',
    hostKeysReplace: 'The instance returns only fingerprints of the current keys. New keys replace all of them.',
    privateKey: 'This is a private key. Reeve removed it and didn’t send it.',
    keyRead: (line: number, type: string, bits: number | null, sha256: string) =>
      `Line ${line}: ${type}${bits === null ? '' : `, ${bits} bits`}, SHA256:${sha256}`,
    keyOtherHost: (line: number, host: string) => `Line ${line} is for ${host}, not for the host of the URL.`,
    keyProblem: (line: number, problem: NonNullable<HostKeyLine['problem']>, fault: KeyFault | null, detail: string) =>
      `Line ${line}: ${problem === 'unreadable' ? keyFaults[fault ?? 'cut-short'](detail) : keyProblems[problem]}`,
    branches: { all: 'All', protected: 'Protected only', regex: 'Matching' },
    regexHelp: 'Requires a paid tier.',
    regexMissing: 'Enter an expression, or choose another option.',
    divergentHelp: 'Without this, branches that differ on the target are overwritten.',
    enabledHelp: (n: number, most: number) => `${count(n)} of ${count(most)} mirrors of this project are enabled.`,
  },
  settings: {
    title: 'Remote mirrors',
    hours: 'No success after',
    choices: { '1': '1 hour', '3': '3 hours', '6': '6 hours', '12': '12 hours', '24': '1 day', '72': '3 days' },
    hoursHelp: 'A mirror without success for this long is shown as overdue, and is an alarm if updates were tried.',
  },
};

type OfAlarm = Readonly<Record<MirrorAlarmKind, (subject: string) => string>>;

/** Notices about mirrors. */
export const mirrorNotices = {
  subject: (project: string, target: string) => `${project} → ${target}`,
  title: {
    stuck: (subject) => `Mirror update is stuck: ${subject}`,
    failed: (subject) => `Mirror update failed: ${subject}`,
    host_keys: (subject) => `Host keys of a mirror changed: ${subject}`,
    no_success: (subject) => `Mirror had no recent success: ${subject}`,
  } satisfies OfAlarm,
  first: {
    stuck: 'Mirror updates stuck',
    failed: 'Mirrors failing',
    host_keys: 'Mirrors whose host keys changed',
    no_success: 'Mirrors without recent success',
  } satisfies Readonly<Record<MirrorAlarmKind, string>>,
  recovered: {
    stuck: (subject) => `Mirror update is no longer stuck: ${subject}`,
    failed: (subject) => `Mirror update succeeded again: ${subject}`,
    host_keys: (subject) => `Host keys of a mirror are the accepted ones again: ${subject}`,
    no_success: (subject) => `Mirror update succeeded again: ${subject}`,
  } satisfies OfAlarm,
};
