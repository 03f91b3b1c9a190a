import type { Groups } from './groups.ts';
import type { Projects } from './projects.ts';
import type { Users } from './users.ts';

export const NOTIFICATION_LEVELS = ['disabled', 'participating', 'watch', 'global', 'mention', 'custom'] as const;
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number];

/** Document 1:193; `new_epic` is for groups. */
export const NOTIFICATION_EVENTS = [
  'approver',
  'change_reviewer_merge_request',
  'close_issue',
  'close_merge_request',
  'failed_pipeline',
  'fixed_pipeline',
  'issue_due',
  'merge_merge_request',
  'merge_when_pipeline_succeeds',
  'moved_project',
  'new_epic',
  'new_issue',
  'new_merge_request',
  'new_note',
  'new_release',
  'push_to_merge_request',
  'reassign_issue',
  'reassign_merge_request',
  'reopen_issue',
  'reopen_merge_request',
  'success_pipeline',
] as const;
/** Events of real installations only. */
export const MORE_NOTIFICATION_EVENTS = [
  'service_account_failed_pipeline',
  'service_account_fixed_pipeline',
  'service_account_success_pipeline',
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS | typeof MORE_NOTIFICATION_EVENTS)[number];

/** The settings of one user. Events that are not in the map have their default. */
export interface NotificationSetting {
  level: NotificationLevel;
  readonly events: Map<NotificationEvent, boolean>;
}

export type NotificationScope = { kind: 'global' } | { kind: 'group' | 'project'; id: number };

export interface NotificationSettings {
  of(userId: number, scope: NotificationScope): NotificationSetting;
  /** Null: the email address of the account. */
  emailOf(userId: number): string | null;
  setEmail(userId: number, email: string): void;
}

export function createNotificationSettings(users: Users, groups: Groups, projects: Projects): NotificationSettings {
  const settings = new Map<number, Map<string, NotificationSetting>>();
  const emails = new Map<number, string>();
  const keyOf = (scope: NotificationScope) => (scope.kind === 'global' ? 'global' : `${scope.kind} ${scope.id}`);
  users.onRemove((user) => {
    settings.delete(user.id);
    emails.delete(user.id);
  });
  const forget = (key: string) => {
    for (const own of settings.values()) own.delete(key);
  };
  groups.onRemove(({ id }) => forget(keyOf({ kind: 'group', id })));
  projects.onRemove(({ id }) => forget(keyOf({ kind: 'project', id })));
  return {
    of(userId, scope) {
      const own = settings.get(userId) ?? new Map<string, NotificationSetting>();
      settings.set(userId, own);
      const key = keyOf(scope);
      const level = scope.kind === 'global' ? 'participating' : 'global';
      const setting = own.get(key) ?? { level, events: new Map<NotificationEvent, boolean>() };
      own.set(key, setting);
      return setting;
    },
    emailOf: (userId) => emails.get(userId) ?? null,
    setEmail: (userId, email) => emails.set(userId, email),
  };
}
