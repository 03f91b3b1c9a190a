import { DAY_MS } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { Projects } from './projects.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

/** The triggers of document 1:67; each is on or off. */
export const TRIGGERS = [
  'push_events',
  'tag_push_events',
  'issues_events',
  'confidential_issues_events',
  'merge_requests_events',
  'note_events',
  'confidential_note_events',
  'job_events',
  'pipeline_events',
  'wiki_page_events',
  'deployment_events',
  'releases_events',
  'milestone_events',
  'feature_flag_events',
  'resource_access_token_events',
  'repository_update_events',
] as const;
/** Triggers of real installations only. */
export const MORE_TRIGGERS = ['emoji_events', 'vulnerability_events'] as const;
export type Trigger = (typeof TRIGGERS | typeof MORE_TRIGGERS)[number];

export const BRANCH_STRATEGIES = ['wildcard', 'regex', 'all_branches'] as const;

export interface Webhook {
  readonly id: number;
  project_id: number;
  /** With `{variables}` in it. */
  url: string;
  name: string;
  description: string;
  push_events_branch_filter: string;
  branch_filter_strategy: (typeof BRANCH_STRATEGIES)[number];
  triggers: ReadonlySet<Trigger>;
  enable_ssl_verification: boolean;
  /** Sent as X-Service-Token, never shown. */
  token: string | null;
  url_variables: readonly { key: string; value: string }[];
  custom_headers: readonly { key: string; value: string }[];
  custom_webhook_template: string;
  /** Sent along with every delivery. */
  uuid: string;
  created_at: number;
  /** Number of consecutive failures. */
  failures: number;
  disabled_until: number | null;
}

/** One attempt to deliver. */
export interface WebhookEvent {
  readonly id: number;
  webhook_id: number;
  url: string;
  trigger: string;
  /** The secret ones are redacted. */
  request_headers: () => Record<string, string>;
  request_data: () => unknown;
  response_headers: Record<string, string>;
  response_body: string;
  /** Seconds. */
  execution_duration: number;
  /** A status, or `internal error` without a response. */
  response_status: string;
  created_at: number;
  event: HookEvent;
}

/** An event for webhooks. */
export interface HookEvent {
  /** `Push Hook`. */
  header: string;
  /** `push_hooks`. */
  trigger: string;
  /** Created when it is needed, because it contains addresses of the platform. */
  data: () => unknown;
  uuid: string;
  /** The same for all deliveries to one webhook. */
  idempotencyKey: string;
}

export type AlertStatus = 'executable' | 'temporarily_disabled' | 'disabled';

export interface Webhooks extends Table<Webhook> {
  of(projectId: number): Webhook[];
  readonly events: Table<WebhookEvent>;
  /** The deliveries of the last 7 days, newest first. */
  recentEvents(webhook: Webhook): WebhookEvent[];
  alertStatus(webhook: Webhook, atMs?: number): AlertStatus;
  /** Counts an attempt. Consecutive failures pause the deliveries, and finally disable them. */
  count(webhook: Webhook, hasSucceeded: boolean, atMs?: number): void;
}

const SHOWN_MS = 7 * DAY_MS;
const FAILURES_IN_PEACE = 3;
const FAILURES_IN_ALL = 40;
const FIRST_PAUSE_MS = 60_000;

export function createWebhooks(projects: Projects, clock: Clock): Webhooks {
  const table = createTable<Webhook>();
  const events = createTable<WebhookEvent>();
  projects.onRemove((project) => table.removeWhere((row) => row.project_id === project.id));
  table.onRemove((webhook) => events.removeWhere((event) => event.webhook_id === webhook.id));
  events.onAdd(() => events.removeWhere((event) => event.created_at < clock.now() - SHOWN_MS));
  return Object.assign(table, {
    of: (projectId: number) => table.filter((row) => row.project_id === projectId),
    events,
    recentEvents: (webhook: Webhook) =>
      events
        .filter((event) => event.webhook_id === webhook.id && event.created_at >= clock.now() - SHOWN_MS)
        .toSorted((a, b) => b.created_at - a.created_at || b.id - a.id),
    alertStatus({ failures, disabled_until }: Webhook, atMs = clock.now()): AlertStatus {
      if (failures >= FAILURES_IN_ALL) return 'disabled';
      return disabled_until !== null && atMs < disabled_until ? 'temporarily_disabled' : 'executable';
    },
    count(webhook: Webhook, hasSucceeded: boolean, atMs = clock.now()) {
      webhook.failures = hasSucceeded ? 0 : webhook.failures + 1;
      const pauses = webhook.failures - FAILURES_IN_PEACE;
      const pauseMs = Math.min(DAY_MS, FIRST_PAUSE_MS * 2 ** Math.min(pauses - 1, 12));
      webhook.disabled_until = pauses > 0 ? atMs + pauseMs : null;
    },
  });
}
