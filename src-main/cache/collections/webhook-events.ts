import type { WebhookEventListFilter } from '#shared/contract/webhook-events.ts';
import { given, is } from '../conditions.ts';
import type { Statement } from '../derive.ts';

const isCode = (pattern: string): string => `response_status GLOB '${pattern}'`;

const results = {
  successful: isCode('2[0-9][0-9]'),
  failed: `NOT ${isCode('2[0-9][0-9]')}`,
  client_failure: isCode('4[0-9][0-9]'),
  server_failure: isCode('5[0-9][0-9]'),
  no_response: `NOT ${isCode('[1-5][0-9][0-9]')}`,
};

export const webhookEvents = {
  conditions: ({ status, code }: WebhookEventListFilter): Statement[] =>
    given([
      is.equal('response_status', code?.toString()),
      typeof status === 'number'
        ? is.equal('response_status', String(status))
        : status !== undefined && { sql: results[status], values: [] },
    ]),
};
