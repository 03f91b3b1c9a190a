import { PushRule, PushRuleEdit } from '#shared/contract/push-rules.ts';
import { endpointWith, exact, lossy, table } from '../endpoint.ts';

const missing = 'never-configured';

const endpoint = endpointWith({ role: 'Owner or administrator', tier: 'paid' });

export const pushRules = table('push-rules', {
  get: endpoint('GET /groups/:id/push_rule', { reply: PushRule, missing, doc: '3:75' }),
  /** Only if the group has no push rule. */
  create: endpoint('POST /groups/:id/push_rule', { body: PushRuleEdit, reply: PushRule, undo: exact(), doc: '3:76' }),
  edit: endpoint('PUT /groups/:id/push_rule', {
    body: PushRuleEdit,
    reply: PushRule,
    undo: exact(),
    missing,
    doc: '3:77',
  }),
  remove: endpoint('DELETE /groups/:id/push_rule', { undo: lossy('id', 'created_at'), missing, doc: '3:78' }),
});
