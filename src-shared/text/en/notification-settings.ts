import type { NotificationEvent } from '#shared/contract/notification-settings.ts';

type Level = 'disabled' | 'participating' | 'watch' | 'global' | 'mention' | 'custom';

/** Words of the notification settings at all three levels. */
export const notificationSettings = {
  title: 'Notification settings',
  user: 'Email settings of the user of this token.',
  refresh: 'Refresh notification settings',
  refreshing: 'Refreshing…',
  unread: 'Notification settings not synced yet',
  unreadText: 'Sync once to see them offline.',
  syncSettings: 'Sync notification settings',
  role: 'access to the group or project',
  neverSynced: 'Never synced',
  refreshFailed: (place: string) => `Couldn’t refresh the settings of ${place}.`,
  wholeInstance: 'Whole instance (global)',

  level: 'Level',
  levels: {
    disabled: { name: 'Disabled', meaning: 'No notifications.' },
    participating: { name: 'Participating', meaning: 'Only about items in which the user participates.' },
    watch: { name: 'Watch', meaning: 'About all activity.' },
    global: { name: 'Global', meaning: 'Inherits the level of the parent group or of the instance.' },
    mention: { name: 'On mention', meaning: 'Only when someone mentions the user.' },
    custom: { name: 'Custom', meaning: 'About the events that are on.' },
  } satisfies Record<Level, { name: string; meaning: string }> as Readonly<
    Record<string, { name: string; meaning: string }>
  >,
  unknownLevel: 'Reeve doesn’t know this level.',
  meanings: 'The API documents name the levels but don’t describe them. These are their usual meanings.',
  email: 'Notification email',
  noEmail: 'Not returned',

  applies: 'Level that applies',
  own: (level: string) => `${level}, set here`,
  inherited: (level: string, place: string) => `${level}, inherited from ${place}`,
  unknownInherited: (place: string) => `Not known: the settings of ${place} aren’t synced.`,
  noInherited: 'Not known: the global level is “Global”.',
  inferred: 'Inferred',
  inferredWhy:
    'The API doesn’t return the inherited level. Reeve infers it from the synced levels of the parent groups and of the instance.',
  pathUnknown: 'Its path isn’t known, so the levels of its parent groups aren’t considered.',
  groupsMissing: (n: number) =>
    n === 1
      ? '1 parent group isn’t in “Groups and projects”, so its level isn’t considered.'
      : `${n} parent groups aren’t in “Groups and projects”, so their levels aren’t considered.`,
  chain: 'Levels from here to the whole instance',
  columns: { place: 'Scope', level: 'Level', meaning: 'Meaning', age: 'Synced' },

  events: 'Events',
  notCustom: 'The API returns events only at the level Custom.',
  noEventsGlobal: 'The API doesn’t return the events of the global settings.',
  noEvents: 'The instance returned no events.',
  eventsUnknown: 'Not known, because the level that applies isn’t known.',
  levelInherited: (level: string, place: string, meaning: string | null) =>
    `The level ${level} of ${place} applies here${meaning === null ? '.' : `: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`}`,
  eventsInherited: (place: string) =>
    `Inherited from ${place}. This is inferred, because the API doesn’t return inherited events.`,
  on: 'On',
  off: 'Off',
  byDefault: 'Default',
  defaultWhy: 'The API returns null: the event is neither on nor off.',
  notReturned: 'Not returned',
  eventGroups: [
    { title: 'Issues', events: ['new_issue', 'reopen_issue', 'close_issue', 'reassign_issue', 'issue_due'] },
    {
      title: 'Merge requests',
      events: [
        ...(['new_merge_request', 'reopen_merge_request', 'close_merge_request', 'reassign_merge_request'] as const),
        ...(['change_reviewer_merge_request', 'approver', 'push_to_merge_request'] as const),
        ...(['merge_merge_request', 'merge_when_pipeline_succeeds'] as const),
      ],
    },
    {
      title: 'Pipelines',
      events: [
        ...(['failed_pipeline', 'fixed_pipeline', 'success_pipeline', 'service_account_failed_pipeline'] as const),
        ...(['service_account_fixed_pipeline', 'service_account_success_pipeline'] as const),
      ],
    },
    { title: 'Other activity', events: ['new_note', 'new_release', 'moved_project', 'new_epic'] },
  ] satisfies { title: string; events: readonly NotificationEvent[] }[] as readonly {
    title: string;
    events: readonly NotificationEvent[];
  }[],
  unknownEvents: 'Unknown events',
  eventNames: {
    approver: 'Added as approver',
    change_reviewer_merge_request: 'Reviewer of a merge request changed',
    close_issue: 'Issue closed',
    close_merge_request: 'Merge request closed',
    failed_pipeline: 'Pipeline failed',
    fixed_pipeline: 'Pipeline fixed',
    issue_due: 'Issue due',
    merge_merge_request: 'Merge request merged',
    merge_when_pipeline_succeeds: 'Merge request set to merge after its pipeline',
    moved_project: 'Project moved',
    new_epic: 'Epic created (paid tiers)',
    new_issue: 'Issue created',
    new_merge_request: 'Merge request created',
    new_note: 'Note added',
    new_release: 'Release created',
    push_to_merge_request: 'Commits pushed to a merge request',
    reassign_issue: 'Issue reassigned',
    reassign_merge_request: 'Merge request reassigned',
    reopen_issue: 'Issue reopened',
    reopen_merge_request: 'Merge request reopened',
    success_pipeline: 'Pipeline succeeded',
    service_account_failed_pipeline: 'Pipeline of a service account failed',
    service_account_fixed_pipeline: 'Pipeline of a service account fixed',
    service_account_success_pipeline: 'Pipeline of a service account succeeded',
  } satisfies Record<NotificationEvent, string>,
};
