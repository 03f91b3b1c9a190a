import type { Profile } from './profiles.ts';

type Dialect = Profile['dialect'];
type Value = string | number;

/** `offered`: the values of a choice. `accepts`: other values that are not refused; absent: none. */
interface KnownValues {
  offered: readonly Value[];
  accepts?: RegExp;
}

const scopes = ['api', 'read_api', 'read_repository'] as const;
const statuses = ['created', 'running', 'success', 'failed', 'canceled', 'blocked'] as const;
const deploymentOrders = ['id', 'iid', 'created_at', 'updated_at', 'finished_at'] as const;
const mergeRequestOrders = ['created_at', 'title', 'merged_at', 'updated_at'] as const;
const issueTypes = ['issue', 'incident', 'test_case', 'task'] as const;
const milestones = ['None', 'Any', 'Upcoming', 'Started'] as const;
const levels = [10, 15, 20, 25, 30, 40, 50] as const;
const resultClasses = ['successful', 'client_failure', 'server_failure'] as const;
const runnerTypes = ['instance_type', 'group_type', 'project_type'] as const;
const triggers = [
  ...(['push_events', 'tag_push_events', 'issues_events', 'confidential_issues_events'] as const),
  ...(['merge_requests_events', 'note_events', 'confidential_note_events', 'job_events', 'pipeline_events'] as const),
  ...(['wiki_page_events', 'deployment_events', 'releases_events', 'milestone_events'] as const),
  ...(['feature_flag_events', 'resource_access_token_events', 'repository_update_events'] as const),
] as const;
const events = [
  ...(['approver', 'change_reviewer_merge_request', 'close_issue', 'close_merge_request'] as const),
  ...(['failed_pipeline', 'fixed_pipeline', 'issue_due', 'merge_merge_request'] as const),
  ...(['merge_when_pipeline_succeeds', 'moved_project', 'new_epic', 'new_issue', 'new_merge_request'] as const),
  ...(['new_note', 'new_release', 'push_to_merge_request', 'reassign_issue', 'reassign_merge_request'] as const),
  ...(['reopen_issue', 'reopen_merge_request', 'success_pipeline'] as const),
] as const;

/**
 * The values that differ between dialects. `documented`: from the API documents. `gitlab`: from the published code of
 * real installations; where their versions differ, those that all versions accept.
 */
export const dialectValues = {
  /** Scopes of a new token (document 1:139, 1:203). Newer versions have more, so only a wrong name is refused. */
  tokenScopes: {
    documented: { offered: [...scopes, 'manage_runners'], accepts: /^/ },
    gitlab: {
      offered: [
        ...(['api', 'read_api', 'read_user', 'read_repository', 'write_repository'] as const),
        ...(['read_registry', 'write_registry', 'create_runner', 'manage_runner'] as const),
        ...(['k8s_proxy', 'self_rotate', 'ai_features'] as const),
      ],
      accepts: /^(?!manage_runners$)/,
    },
  },
  /** Document 1:132. */
  deploymentStatuses: { documented: { offered: statuses }, gitlab: { offered: [...statuses, 'skipped'] } },
  deploymentOrders: {
    documented: { offered: [...deploymentOrders, 'ref'] },
    gitlab: { offered: deploymentOrders },
  },
  /** Document 2:37. */
  mergeRequestOrders: {
    documented: { offered: mergeRequestOrders },
    gitlab: { offered: [...mergeRequestOrders, 'label_priority', 'milestone_due', 'popularity', 'priority'] },
  },
  /** Document 2:34. */
  issueTypes: { documented: { offered: issueTypes }, gitlab: { offered: [...issueTypes, 'requirement'] } },
  milestoneIds: { documented: { offered: milestones, accepts: /^\d+$/ }, gitlab: { offered: milestones } },
  /** The documents name no order of branches (document 1:154). */
  branchSorts: { documented: { offered: [] }, gitlab: { offered: ['name_asc', 'updated_asc', 'updated_desc'] } },
  /** The level of a new member (document 3:29). */
  memberLevels: { documented: { offered: [0, 5, ...levels] }, gitlab: { offered: levels } },
  /** The type of a new runner. The documents show no fields of it (document 3:94). */
  runnerTypes: { documented: { offered: runnerTypes, accepts: /^/ }, gitlab: { offered: runnerTypes } },
  /** The beginning of the version of runners (document 3:90). */
  versionPrefixes: { documented: { offered: [], accepts: /^/ }, gitlab: { offered: [], accepts: /^[\d.+]/ } },
  /** Results of webhook deliveries (document 1:178). Of the status codes, `gitlab` has those of the HTTP registry. */
  deliveryStatuses: {
    documented: { offered: resultClasses, accepts: /^[1-5]\d\d$/ },
    gitlab: {
      offered: resultClasses,
      accepts: /^(10[0-4]|20[0-8]|226|30[0-8]|40\d|41[0-7]|42[1-689]|431|451|50[0-8]|51[01])$/,
    },
  },
  /** Names of fields of a webhook: what it is called for (document 1:67). */
  webhookTriggers: {
    documented: { offered: triggers },
    gitlab: { offered: [...triggers, 'emoji_events', 'vulnerability_events'] },
  },
  /** Names of fields of notification settings: the events of the level `custom` (document 1:193). */
  notificationEvents: {
    documented: { offered: events },
    gitlab: {
      offered: [
        ...events,
        ...(['service_account_failed_pipeline', 'service_account_fixed_pipeline'] as const),
        'service_account_success_pipeline',
      ],
    },
  },
} as const satisfies Record<string, Record<Dialect, KnownValues>>;
export type ValueSet = keyof typeof dialectValues;
export type ValueOf<S extends ValueSet> = (typeof dialectValues)[S][Dialect]['offered'][number];

/** Values under another name in a dialect. */
const renamed: Readonly<Record<Dialect, ReadonlyMap<string, string>>> = {
  documented: new Map(),
  gitlab: new Map([['manage_runners', 'manage_runner']]),
};

/** Filters of lists whose values differ, by collection and filter. */
export const filterValues: Readonly<Partial<Record<string, Readonly<Record<string, ValueSet>>>>> = {
  deployments: { status: 'deploymentStatuses' },
  issues: { issue_type: 'issueTypes' },
  runners: { version_prefix: 'versionPrefixes' },
};

/** The values of a choice for instances of a dialect. */
export function valuesIn<S extends ValueSet>(set: S, dialect: Dialect): readonly ValueOf<S>[] {
  return dialectValues[set][dialect].offered as readonly ValueOf<S>[];
}

/** The values of a choice for instances of any dialect. */
export function allValues<S extends ValueSet>(set: S): ValueOf<S>[] {
  return [...new Set([...valuesIn(set, 'documented'), ...valuesIn(set, 'gitlab')])];
}

/** Whether instances of a dialect are not known to refuse this value. */
export function isAccepted(set: ValueSet, value: unknown, dialect: Dialect): boolean {
  const { offered, accepts }: KnownValues = dialectValues[set][dialect];
  return offered.some((one) => String(one) === String(value)) || accepts?.test(String(value)) === true;
}

/** Whether this is a name of the set that only instances of another dialect have. */
export function isOfOther(set: ValueSet, name: string, dialect: Dialect): boolean {
  return !isAccepted(set, name, dialect) && (allValues(set) as readonly Value[]).includes(name);
}

/** The value under its name in the dialect, if it has another one there. */
export function valueInDialect(value: string, dialect: Dialect): string {
  return renamed[dialect].get(value) ?? value;
}
