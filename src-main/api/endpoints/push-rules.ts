import { PushRule, PushRuleEdit } from '#shared/contract/push-rules.ts';
import { endpoint, exact, lossy, table } from '../endpoint.ts';

const role = 'Owner or administrator';
const tier = 'paid';
const missing = 'never-configured';

export const pushRules = table('push-rules', {
  get: endpoint('GET /groups/:id/push_rule', { reply: PushRule, role, tier, missing, doc: '3:75' }),
  /** Only if the group has no push rule. */
  create: endpoint('POST /groups/:id/push_rule', {
    body: PushRuleEdit,
    reply: PushRule,
    undo: exact(),
    role,
    tier,
    doc: '3:76',
  }),
  edit: endpoint('PUT /groups/:id/push_rule', {
    body: PushRuleEdit,
    reply: PushRule,
    undo: exact(),
    role,
    tier,
    missing,
    doc: '3:77',
  }),
  remove: endpoint('DELETE /groups/:id/push_rule', {
    undo: lossy('id', 'created_at'),
    role,
    tier,
    missing,
    doc: '3:78',
  }),
});
