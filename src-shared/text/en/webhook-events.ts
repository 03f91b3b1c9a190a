import type { ListWords } from './list-words.ts';

export const webhookEvents: ListWords<'webhookEvents'> = {
  noun: { one: 'webhook event', many: 'webhook events' },
  searchHint: 'Payload or response',
  role: 'an administrator’s token, or the Maintainer role in the project',
  groups: { delivery: 'Delivery', request: 'Request', response: 'Response' },
  fields: {
    id: 'ID',
    url: 'Address',
    trigger: 'Trigger',
    request_headers: 'Request headers',
    request_data: 'Request body',
    response_headers: 'Response headers',
    response_body: 'Response body',
    execution_duration: 'Duration in seconds',
    response_status: 'Response status',
    first_seen_at: 'First seen',
    resent_status: 'Resent: status',
    resent_at: 'Resent',
  },
  filters: {
    status: 'Result',
    code: 'Status code',
    trigger: 'Trigger',
    seen_after: 'First seen after',
    seen_before: 'First seen before',
  },
  values: {
    status: {
      successful: 'Successful',
      failed: 'Failed',
      client_failure: 'Client error (4xx)',
      server_failure: 'Server error (5xx)',
      no_response: 'No response',
    },
  },
};
