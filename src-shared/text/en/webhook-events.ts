import type { ListWords } from './list-words.ts';
import { webhooks } from './webhooks.ts';

/** The filters of deliveries whose labels differ from the default ones, and the results of a delivery. */
export const deliveryFilters = {
  status: 'Result',
  code: 'Status code',
  seen_after: 'First seen after',
  seen_before: 'First seen before',
};
export const deliveryResults = {
  successful: 'Successful',
  failed: 'Failed',
  client_failure: 'Client error (4xx)',
  server_failure: 'Server error (5xx)',
  no_response: 'No response',
};

export const webhookEvents: ListWords<'webhookEvents'> = {
  noun: { one: 'webhook event', many: 'webhook events' },
  searchHint: 'Payload or response',
  role: 'an administrator’s token, or the Maintainer role in the project',
  groups: { delivery: 'Delivery', request: 'Request', response: 'Response' },
  fields: {
    request_data: 'Request body',
    execution_duration: 'Duration in seconds',
    resent_status: 'Resent: status',
  },
  filters: deliveryFilters,
  values: {
    trigger: {
      push_hooks: webhooks.fields.push_events,
      tag_push_hooks: webhooks.fields.tag_push_events,
      issue_hooks: webhooks.fields.issues_events,
      confidential_issue_hooks: webhooks.fields.confidential_issues_events,
      merge_request_hooks: webhooks.fields.merge_requests_events,
      note_hooks: webhooks.fields.note_events,
      confidential_note_hooks: webhooks.fields.confidential_note_events,
      job_hooks: webhooks.fields.job_events,
      pipeline_hooks: webhooks.fields.pipeline_events,
      wiki_page_hooks: webhooks.fields.wiki_page_events,
      deployment_hooks: webhooks.fields.deployment_events,
      release_hooks: webhooks.fields.releases_events,
      milestone_hooks: webhooks.fields.milestone_events,
      feature_flag_hooks: webhooks.fields.feature_flag_events,
      resource_access_token_hooks: webhooks.fields.resource_access_token_events,
      repository_update_hooks: webhooks.fields.repository_update_events,
    },
    status: deliveryResults,
  },
};
