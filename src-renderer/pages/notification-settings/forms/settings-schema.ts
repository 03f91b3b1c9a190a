import type { NotificationEvent } from '#shared/contract/notification-settings.ts';
import { notificationForms as words } from '#shared/text/en/notification-forms.ts';
import { z } from 'zod';

/** Null: the default, which the platform returns but the documents don't let us set (document 1:76, 1:195). */
const event = z.boolean().nullish();

const events = {
  approver: event,
  change_reviewer_merge_request: event,
  close_issue: event,
  close_merge_request: event,
  failed_pipeline: event,
  fixed_pipeline: event,
  issue_due: event,
  merge_merge_request: event,
  merge_when_pipeline_succeeds: event,
  moved_project: event,
  new_epic: event,
  new_issue: event,
  new_merge_request: event,
  new_note: event,
  new_release: event,
  push_to_merge_request: event,
  reassign_issue: event,
  reassign_merge_request: event,
  reopen_issue: event,
  reopen_merge_request: event,
  success_pipeline: event,
  service_account_failed_pipeline: event,
  service_account_fixed_pipeline: event,
  service_account_success_pipeline: event,
} satisfies Record<NotificationEvent, typeof event>;

export const eventNames = Object.keys(events) as readonly NotificationEvent[];

/** The fields of the form. `notification_email` is a part of the global settings only. */
export const settingsSchema = z.object({
  level: z.string(),
  notification_email: z.string().trim().min(1, words.emailMissing).pipe(z.email(words.emailInvalid)).optional(),
  ...events,
});
export type Settings = z.infer<typeof settingsSchema>;

/** What is sent: the changed fields; events only at the level `custom`, because they have no effect at another one. */
export function bodyOf(changed: Partial<Settings>, level: string): Record<string, unknown> {
  const isEvent = (name: string): boolean => (eventNames as readonly string[]).includes(name);
  const sent = Object.entries(changed).filter(
    ([name, value]) => value !== null && value !== undefined && (level === 'custom' || !isEvent(name)),
  );
  return Object.fromEntries(sent);
}
