import { expect, test } from 'vitest';
import { PATHS } from '../../platform/seed/repository-files.ts';
import { BRANCHES } from '../../platform/seed/repositories.ts';
import { LEVEL } from '../../platform/world/levels.ts';
import { applyAndWait } from '../changes-rig.ts';
import { syncList } from '../../helpers/rig.ts';
import { withRepository } from './repository.ts';

test('a refused branch says whether its name or its start was wrong, and is not created', async () => {
  const git = await withRepository();
  const before = await git.branches();
  const create = (branch: string, ref: string) =>
    git.client.changes.run({ op: 'branches.create', path: { id: git.id }, body: { branch, ref } });
  expect((await create('fix/it', 'no-such-ref')).row).toMatchObject({
    ...{ state: 'refused', status: 400, reportedMessage: 'Invalid reference name: no-such-ref' },
  });
  expect((await create(BRANCHES.slash, 'main')).row).toMatchObject({
    ...{ state: 'refused', status: 400, reportedMessage: 'Branch already exists' },
  });
  await expect(create('fix it', 'main')).rejects.toMatchObject({ code: 'invalid', field: 'calls.0.branch' });
  expect(await git.branches()).toEqual(before);
});

test('a branch starts at the head of another branch, and its undo deletes only it', async () => {
  const git = await withRepository();
  const before = await git.branches();
  const body = { branch: 'fix/it', ref: BRANCHES.slash };
  const { plan } = await git.client.changes.run({ op: 'branches.create', path: { id: git.id }, body });
  expect(await git.commitAt('refs/heads/fix/it')).toBe(await git.commitAt(BRANCHES.slash));
  await git.undo(plan.id);
  expect(await git.branches()).toEqual(before);
});

test('a branch that was protected meanwhile is not deleted, and the row says why', async () => {
  const git = await withRepository();
  const { id, scope } = { id: git.id, scope: `project:${git.id}` };
  await syncList(git.client, 'branches', scope);
  git.protect(BRANCHES.dot);
  const { row } = await git.client.changes.run({ op: 'branches.remove', path: { id, branch: BRANCHES.dot } });
  expect(row.state).not.toBe('applied');
  expect(row.reportedMessage).toMatch(/protected.*unprotect/i);
  expect(await git.branches()).toContain(BRANCHES.dot);
});

test('a deleted branch is created at the same commit by its undo', async () => {
  const git = await withRepository();
  const head = await git.commitAt(`refs/heads/${BRANCHES.slash}`);
  const path = { id: git.id, branch: BRANCHES.slash };
  const { plan } = await git.client.changes.run({ op: 'branches.remove', path });
  expect(await git.branches()).not.toContain(BRANCHES.slash);
  await git.undo(plan.id);
  expect(await git.commitAt(`refs/heads/${BRANCHES.slash}`)).toBe(head);
});

test('a branch is protected with the chosen levels, and with the defaults of the instance for the others', async () => {
  const git = await withRepository();
  const body = { name: BRANCHES.slash, push_access_level: 30, merge_access_level: 0 };
  await git.client.changes.run({ op: 'protected-branches.protect', path: { id: git.id }, body });
  const rule = git.rules().find(({ name }) => name === BRANCHES.slash);
  const levels = (access: readonly { access_level: number | null }[] = []) => access.map((one) => one.access_level);
  expect(levels(rule?.push_access_levels)).toEqual([LEVEL.developer]);
  expect(levels(rule?.merge_access_levels)).toEqual([0]);
  expect(levels(rule?.unprotect_access_levels)).toEqual([LEVEL.maintainer]);
});

test('several branches are protected in one plan and unprotected in another, except for those that aren’t protected', async () => {
  const git = await withRepository();
  const { client, id } = git;
  const before = git.rules().map(({ name }) => name);
  const names = [BRANCHES.slash, BRANCHES.dot];
  const protect = names.map((name) => ({ op: 'protected-branches.protect', path: { id }, body: { name } }));
  expect((await applyAndWait(client, await client.changes.plan({ calls: protect }))).counts).toEqual({ applied: 2 });
  expect(git.rules().map(({ name }) => name)).toEqual([...before, ...names]);
  const unprotect = [...names, BRANCHES.merged].map((name) => ({
    ...{ op: 'protected-branches.unprotect', path: { id, name } },
  }));
  const plan = await client.changes.plan({ calls: unprotect });
  expect(plan).toMatchObject({ counts: { planned: 2, skipped: 1 }, undo: { kind: 'lossy' } });
  await applyAndWait(client, plan);
  expect(git.rules().map(({ name }) => name)).toEqual(before);
});

test('merged branches are deleted after the project is typed, and protected ones stay', async () => {
  const git = await withRepository();
  const { client, id } = git;
  for (const branch of ['late', 'merged-too']) {
    await client.changes.run({ op: 'branches.create', path: { id }, body: { branch, ref: 'main~2' } });
  }
  git.protect('late');
  const plan = await client.changes.plan({ calls: [{ op: 'branches.removeMerged', path: { id } }] });
  expect(plan).toMatchObject({ undo: { kind: 'none' }, confirmation: { kind: 'name', name: 'acme/core' } });
  await expect(client.changes.apply({ planId: plan.id, stopOnError: true })).rejects.toMatchObject({
    reason: 'needs-confirmation',
  });
  expect(await git.branches()).toContain('merged-too');
  await applyAndWait(client, plan);
  const left = await git.branches();
  expect(left).toContain('late');
  expect(left).toContain(BRANCHES.slash);
  expect(left).not.toContain('merged-too');
  expect(left).not.toContain(BRANCHES.merged);
});

test('an update of a submodule is refused for an unknown branch and for the current commit', async () => {
  const git = await withRepository();
  const commit_sha = 'ab'.repeat(20);
  const update = (branch: string) => ({
    ...{ op: 'submodules.edit', path: { id: git.id, submodule: PATHS.submodule }, body: { branch, commit_sha } },
  });
  const pointer = async () => (await git.repository.entry(await git.commitAt('main'), PATHS.submodule))?.id;
  const former = await pointer();
  const unknown = await git.apply(update('no-such-branch'));
  expect(unknown.row).toMatchObject({ state: 'refused', status: 400, reportedMessage: 'Invalid branch' });
  expect(unknown.before?.undo.kind).toBe('none');
  expect(await pointer()).toBe(former);
  expect((await git.apply(update('main'))).row?.state).toBe('applied');
  expect(await pointer()).toBe(commit_sha);
  const again = await git.apply(update('main'));
  expect(again.row).toMatchObject({
    state: 'refused',
    reportedMessage: expect.stringMatching(/is already at/) as unknown,
  });
});
