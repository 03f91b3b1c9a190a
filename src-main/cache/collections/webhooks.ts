import type { WebhookListFilter } from '#shared/contract/webhooks.ts';
import { given } from '../conditions.ts';
import type { Statement } from '../derive.ts';

const isPaused = `ifnull(disabled_until > unixepoch('subsec') * 1000, 0)`;
/** `instr`, because the documents do not list the values: this finds `disabled` and `temporarily_disabled`. */
const saysDisabled = `instr(ifnull(alert_status, ''), 'disabled') > 0`;
const isDisabled = `${isPaused} OR ${saysDisabled}`;
const isExecutable = `ifnull(nullif(alert_status, ''), 'executable') = 'executable' AND NOT ${isPaused}`;

const states: Record<NonNullable<WebhookListFilter['state']>, string> = {
  alerting: `NOT (${isExecutable})`,
  failing: `NOT (${isExecutable}) AND NOT (${isDisabled})`,
  disabled: `(${isDisabled})`,
  executable: `(${isExecutable})`,
};

export const webhooks = {
  conditions: ({ state }: WebhookListFilter): Statement[] =>
    given([state !== undefined && { sql: states[state], values: [] }]),
};
