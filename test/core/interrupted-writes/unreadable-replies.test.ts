import { expect, test } from 'vitest';
import type { Fault } from '../../platform/faults/fault.ts';
import { rig } from '../../helpers/rig.ts';
import { applyAndWait, rowsOf, slice } from '../changes-rig.ts';

const unreadableReplies: [string, Fault][] = [
  ['is cut short', { kind: 'half-body', end: 'close' }],
  ['is reset halfway', { kind: 'half-body', end: 'reset' }],
  ['is no JSON', { kind: 'invalid-json' }],
  ['has fields of other types', { kind: 'wrong-types', every: 1 }],
];

test.each(unreadableReplies)('a write whose reply %s is applied, and is sent only once', async (_, fault) => {
  const { client, platform } = await rig();
  const scope = 'POST /projects/:id/hooks';
  const [project] = platform.world.projects.all();
  const path = { id: project?.id ?? 0 };
  platform.faults.add({ ...fault, match: scope });
  const body = { url: 'https://ci.example/hook', token: 'a-token-of-the-hook' };
  const plan = await client.changes.plan({ calls: [{ op: 'webhooks.create', path, body }] });
  expect(await applyAndWait(client, plan)).toMatchObject({ state: 'done', counts: { applied: 1 } });
  expect(platform.requests.count(scope)).toBe(1);
  const [row] = await rowsOf(client, plan.id);
  expect(row).toMatchObject({ state: 'applied', status: 201, failure: { code: expect.any(String) as string } });
  const { rows } = await client.journal.list({ query: { planId: plan.id }, slice });
  expect(rows).toMatchObject([{ state: 'applied', status: 201 }]);
});
