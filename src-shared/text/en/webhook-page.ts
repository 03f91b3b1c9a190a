import type { CoverageRefusal } from '#shared/contract/coverage.ts';
import { deliveryFilters, deliveryResults, webhookEvents } from './webhook-events.ts';
import { count, dayOf, duration, plural, timeOfDay } from './moments.ts';
import { writeLabels } from './operations.ts';
import { webhooks } from './webhooks.ts';

const create = writeLabels('webhooks.create');

const two = (n: number): string => String(n).padStart(2, '0');

/** Words of the Webhooks console. */
export const webhookPage = {
  title: 'Webhooks',
  views: { alerting: 'Failing', disabled: 'Disabled', unverified: 'No TLS verification' },
  viewsLabel: 'Webhooks to show',
  pill: (name: string, n: number | null) => (n === null ? name : `${name} ${count(n)}`),
  notInApi: 'Reeve can’t edit or delete webhooks',
  listLabel: 'Webhooks',
  allWebhooks: 'All webhooks',
  allAbout: 'Deliveries of all webhooks',
  allOfProject: 'Deliveries of all webhooks of this project',
  none: 'No webhooks match these filters.',
  neverSynced: 'No webhooks synced yet.',
  noneFound: 'No webhooks found.',
  refused: ({ status, reason }: CoverageRefusal) =>
    `The instance refused the last sync${status === null ? '' : ` (${status})`}.${reason === 'role' ? ' It requires the Maintainer role.' : ''}`,
  failed: (n: number) => `${count(n)} failed`,
  failedWhy: (n: number) =>
    n === 1 ? 'The last delivery failed' : `The last ${plural(n, 'delivery', 'deliveries')} failed`,
  back: { hooks: 'Back to webhooks', deliveries: 'Back to deliveries' },
  unnamed: (id: number) => `Webhook ${id}`,
  states: {
    ok: 'Sends events',
    alerting: 'Failing',
    paused: 'Temporarily disabled',
    failing: 'Newest deliveries failed',
  },

  head: {
    address: 'address',
    left: (ms: number) => `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1_000)} s left`,
    until: (at: number) => `until ${timeOfDay(at)}. Nothing is sent until then.`,
    triggers: (names: readonly string[]) => (names.length === 0 ? 'No triggers' : names.join(', ')),
    noTls: 'TLS isn’t verified',
    settings: 'All settings',
    gap: (from: number, until: number) =>
      `Deliveries between ${dayOf(from)}, ${timeOfDay(from)} and ${dayOf(until)}, ${timeOfDay(until)} may be missing: the instance lists deliveries for only 7 days.`,
  },
  /** "41:12", "1:02:03" */
  countdown: (ms: number) => {
    const seconds = Math.max(0, Math.floor(ms / 1_000));
    const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60), seconds % 60];
    return h === 0 ? `${m}:${two(s)}` : `${h}:${two(m)}:${two(s)}`;
  },

  deliveries: {
    noun: { one: 'delivery', many: 'deliveries' },
    views: {
      failed: 'Failed',
      clientError: '4xx',
      serverError: '5xx',
      noResponse: 'No response',
    },
    viewsLabel: 'Results to show',
    kept: (n: number) => `${count(n)} kept beyond 7 days`,
    keptWhy: 'The instance lists deliveries for 7 days. Reeve keeps them longer.',
    noneYet: 'No deliveries synced yet',
    chooseToSync: 'The deliveries of each webhook are synced once a day, and when you choose the webhook.',
    syncHooks: 'Sync webhooks',
    noResponse: 'No response',
    columns: {
      response_status: 'Status',
      trigger: 'Trigger',
      event: 'Event',
      execution_duration: 'Duration',
      first_seen_at: 'First seen',
      resent_status: 'Resent',
      scope: 'Webhook',
      url: 'Address',
      age: 'Cached',
      id: 'ID',
    },
    fields: webhookEvents.fields,
    groups: webhookEvents.groups,
    filter: {
      groups: { result: 'Result', event: 'Event' },
      trigger: 'Trigger',
      ...deliveryFilters,
    },
    results: deliveryResults,
    seconds: (n: number) => `${n.toFixed(3)} s`,
    numbered: (id: number) => `Delivery ${id}`,
  },

  detail: {
    label: (id: number) => `Delivery ${id}`,
    close: 'Close the delivery',
    request: 'Request',
    response: 'Response',
    post: (size: string) => `POST, ${size}`,
    facts: (facts: readonly string[]) => facts.join(', '),
    body: 'Body',
    raw: 'Raw',
    form: { request: 'Form of the request', response: 'Form of the response' },
    content: { request: 'Request body', response: 'Response body' },
    headers: { request: 'Request headers', response: 'Response headers' },
    copyRequest: 'request',
    copyResponse: 'response',
    noHeaders: 'No headers',
    empty: 'Empty',
    noResponse: 'The receiver sent no response. The instance reports:',
    more: (n: number) => `Show ${count(n)} more lines`,
    resent: (status: string) => `Resent: ${status}`,
    resentUnanswered: 'Resent without a response.',
    neverResent: 'Never resent',
    missing: 'This delivery is no longer cached.',
  },

  resend: {
    action: 'Resend…',
    title: (n: number) => `Resend ${plural(n, 'delivery', 'deliveries')}`,
    consequence:
      'The receivers get these events again. At most 5 per minute are sent to each webhook. The instance refuses deliveries that it no longer lists.',
    done: (label: string) => `Delivery ${label} resent`,
    estimate: (ms: number) => `About ${duration(ms)}: the limit is 5 per minute for each webhook`,
  },

  create: {
    action: create.open,
    title: create.name,
    text: 'The token and the values of headers and variables are stored on the instance, which never returns them.',
    button: create.send,
    planTitle: create.name,
    done: (name: string) => `Webhook ${name} created`,
    consequence: 'Reeve can’t edit or delete webhooks. Use the page of the project on the instance for that.',
    urlHelp: 'Can contain variables: https://example.com/{place}',
    labels: {
      branch_filter_strategy: 'Branches of push events',
      push_events_branch_filter: 'Branch pattern',
      enable_ssl_verification: 'Verify TLS certificates',
      custom_webhook_template: 'Custom template',
      token: 'Secret token',
      custom_headers: 'Custom headers',
      url_variables: 'Address variables',
    },
    strategies: {
      all_branches: 'All branches',
      wildcard: 'Wildcard pattern',
      regex: 'Regular expression',
    },
    filterHelp: 'For push events only. For example release/* or ^release/',
    templateHelp: 'JSON with placeholders such as {{ref}}; empty: the standard payload',
    tokenHelp: 'Sent with each delivery in the header X-Service-Token',
    headersHelp: 'Sent with each delivery',
    variablesHelp: 'The variable “place” replaces {place} in the address',
    pairs: {
      key: (what: string, n: number) => `${what}: name ${n}`,
      value: (what: string, n: number) => `${what}: value ${n}`,
      add: { custom_headers: 'Add header', url_variables: 'Add variable' },
      remove: (n: number) => `Remove row ${n}`,
      namePlaceholder: 'Name',
      valuePlaceholder: 'Value',
    },
    errors: {
      url: 'Enter an address that starts with http:// or https://.',
      template: 'The template must be valid JSON.',
      unnamedHeader: 'Enter a name for each header.',
      unnamedVariable: 'Enter a name for each variable.',
      unusedPattern: 'Choose a wildcard pattern or a regular expression, or delete the branch pattern.',
    },
  },
  triggerNames: webhooks.fields,
};
