import type { MirrorAlarmKind } from '#shared/contract/remote-mirrors.ts';
import type { ListWords } from './list-words.ts';

export const remoteMirrors: ListWords<'remoteMirrors'> = {
  noun: { one: 'mirror', many: 'mirrors' },
  searchHint: 'Target or error',
  role: 'the Maintainer role in the project',
  groups: { mirror: 'Mirror', updates: 'Updates', keys: 'Host keys' },
  fields: {
    id: 'ID',
    url: 'Target',
    enabled: 'Enabled',
    auth_method: 'Authentication',
    host_keys: 'Host keys',
    keep_divergent_refs: 'Keep divergent refs',
    only_protected_branches: 'Only protected branches',
    mirror_branch_regex: 'Branches',
    last_error: 'Last error',
    last_successful_update_at: 'Last success',
    last_update_at: 'Last update',
    last_update_started_at: 'Last update started',
    update_status: 'State',
    project_path: 'Project',
    target_host: 'Host',
    alarm: 'Alarm',
    alarm_rank: 'Order',
    is_overdue: 'No recent success',
  },
  filters: {
    update_status: 'State',
    alarm: 'Alarm',
    has_alarm: 'With an alarm',
    is_overdue: 'No recent success',
    enabled: 'Enabled',
    auth_method: 'Authentication',
    success_before: 'Last success before',
  },
  values: {
    update_status: {
      none: 'Never updated',
      scheduled: 'Scheduled',
      started: 'Started',
      finished: 'Finished',
      failed: 'Failed',
    },
    alarm: { stuck: 'Stuck', failed: 'Failed', host_keys: 'Host keys changed', no_success: 'No success' },
    auth_method: { ssh_public_key: 'SSH public key', password: 'Password' },
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
  recovered: {
    stuck: (subject) => `Mirror update is no longer stuck: ${subject}`,
    failed: (subject) => `Mirror update succeeded again: ${subject}`,
    host_keys: (subject) => `Host keys of a mirror are the accepted ones again: ${subject}`,
    no_success: (subject) => `Mirror update succeeded again: ${subject}`,
  } satisfies OfAlarm,
};
