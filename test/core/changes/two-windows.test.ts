import { expect, test } from 'vitest';
import { rig, type Rig } from '../../helpers/rig.ts';
import { attach } from '../../helpers/window.ts';
import { waitForPlan, rowsOf } from '../changes-rig.ts';

const editing = 'PUT /groups/:id/push_rule';

/** A group with a push rule, and two windows that both began to edit it when its value was `^OLD`. */
async function twoWindows(rigged: Rig) {
  const { client, platform, core } = rigged;
  const path = { id: platform.world.groups.lookup('acme')?.id ?? 0 };
  await client.changes.run({ op: 'push-rules.create', path, body: { commit_message_regex: '^OLD', max_file_size: 5 } });
  const edit = (commit_message_regex: string) => ({
    op: 'push-rules.edit',
    path,
    body: { commit_message_regex },
    seen: { commit_message_regex: '^OLD', max_file_size: 5 },
  });
  const rule = () => platform.world.pushRules.find(({ group_id }) => group_id === path.id);
  return { one: client, two: attach(core), edit, rule, path };
}

test('an edit of a field that another window has changed since pauses before it overwrites the change', async () => {
  const rigged = await rig();
  const { one, two, edit, rule } = await twoWindows(rigged);
  expect((await one.changes.run(edit('^ONE'))).row.state).toBe('applied');
  const { plan, row } = await two.changes.run(edit('^TWO'));
  expect(plan).toMatchObject({ state: 'paused', pausedWhy: 'drift', counts: { drifted: 1 } });
  expect(row.changes).toMatchObject([{ field: 'commit_message_regex', before: '^ONE', after: '^TWO' }]);
  expect(rule()?.commit_message_regex).toBe('^ONE');
  expect(rigged.platform.requests.count(editing)).toBe(1);
  await two.changes.resume({ planId: plan.id, acceptDrift: true });
  await waitForPlan(two, plan.id);
  expect(rule()?.commit_message_regex).toBe('^TWO');
  expect((await rowsOf(two, plan.id))[0]?.state).toBe('applied');
});

test('an edit is applied if another window has changed only other fields', async () => {
  const rigged = await rig();
  const { one, two, edit, rule, path } = await twoWindows(rigged);
  await one.changes.run({ op: 'push-rules.edit', path, body: { max_file_size: 9 } });
  expect((await two.changes.run(edit('^TWO'))).row.state).toBe('applied');
  expect(rule()).toMatchObject({ commit_message_regex: '^TWO', max_file_size: 9 });
});
