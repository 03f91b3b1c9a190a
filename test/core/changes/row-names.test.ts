import { expect, test } from 'vitest';
import { rig, syncList } from '../../helpers/rig.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { LEVEL } from '../../platform/world/levels.ts';
import { applyAndWait, rowsOf, slice } from '../changes-rig.ts';

test('a plan without a connection names its rows by what is cached, and keeps the names after a restart', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const [runner] = platform.world.runners.all();
  await syncList(client, 'runners');
  const { description } = runner!;
  await platform.close();
  const plan = await client.changes.plan({
    calls: [{ op: 'runners.edit', path: { id: runner!.id }, body: { maintenance_note: 'moves' } }],
  });
  expect(plan.names).toMatchObject([{ label: description }]);
  expect(await rowsOf(client, plan.id)).toMatchObject([{ label: description, state: 'planned' }]);
  const restarted = await rigged.restart();
  expect((await restarted.changes.list()).plans).toMatchObject([{ id: plan.id, names: [{ label: description }] }]);
  expect(await rowsOf(restarted, plan.id)).toMatchObject([{ label: description }]);
});

test('a deleted row keeps its name in the plan and the journal, and its undo says what it undoes', async () => {
  const { client, platform } = await rig();
  const project = platform.world.projects.lookup(PROJECT_PATHS.private)!;
  const [issue] = platform.world.issues.all().filter(({ project_id }) => project_id === project.id);
  await syncList(client, 'issues');
  const path = { id: project.id, issue_iid: issue!.iid };
  const body = { body: 'Please look\nat this' };
  const { row } = await client.changes.run({ op: 'notes.createOnIssue', path, body });
  const place = `${PROJECT_PATHS.private}#${issue!.iid} ${issue!.title}`;
  const note_id = (await client.journal.get({ id: row.journalId! }))!.createdId!;
  const plan = await client.changes.plan({ calls: [{ op: 'notes.removeOfIssue', path: { ...path, note_id } }] });
  await applyAndWait(client, plan);
  const named = { label: 'Please look', place };
  expect(await rowsOf(client, plan.id)).toMatchObject([named]);
  expect((await client.journal.list({ query: { search: issue!.title }, slice })).rows).toMatchObject([named, named]);
  const undo = await client.changes.undo({ planId: plan.id });
  expect(undo).toMatchObject({ title: { one: 'Undo: Delete 1 issue note' }, names: [named] });
  expect(await rowsOf(client, undo.id)).toMatchObject([{ op: 'notes.createOnIssue', ...named }]);
});

test('a plan finds out before sending which people are members already, directly or through a group', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const project = world.projects.lookup(PROJECT_PATHS.private)!;
  const [group] = world.projects.groupsOf(project);
  const reaching = new Set(world.members.routes(project).map(({ member }) => member.user_id));
  const people = world.users.ordered('id').filter(({ id, state }) => state === 'active' && !reaching.has(id));
  const [direct, inherited, higher, stranger] = people;
  const common = { created_at: world.clock.now(), created_by_id: null, expires_at: null };
  const source = { kind: 'project', id: project.id } as const;
  const ofGroup = { kind: 'group', id: group!.id } as const;
  world.members.add({ source, user_id: direct!.id, access_level: LEVEL.owner, ...common });
  world.members.add({ source: ofGroup, user_id: inherited!.id, access_level: LEVEL.maintainer, ...common });
  world.members.add({ source: ofGroup, user_id: higher!.id, access_level: LEVEL.reporter, ...common });
  // Issues contain the path of the project
  await syncList(client, 'issues');
  const plan = await client.changes.plan({
    calls: [direct, inherited, higher, stranger].map((user) => ({
      op: 'members.create',
      path: { id: project.id },
      body: { user_id: user!.id, access_level: LEVEL.developer },
    })),
  });
  expect(await rowsOf(client, plan.id)).toMatchObject([
    { label: direct!.name, state: 'unchanged', reportedMessage: 'Already Owner' },
    { label: inherited!.name, state: 'unchanged', reportedMessage: 'Already Maintainer through a group' },
    { label: higher!.name, place: PROJECT_PATHS.private, state: 'planned' },
    { state: 'planned' },
  ]);
  expect(await applyAndWait(client, plan)).toMatchObject({ counts: { unchanged: 2, applied: 2 } });
  expect(platform.requests.list('POST /projects/:id/members')).toHaveLength(2);
});
