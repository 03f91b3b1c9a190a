import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { Call } from '#shared/contract/changes.ts';
import { host as words } from '#shared/text/en/host.ts';
import { minutes } from '#shared/time.ts';
import { callsOn, effectsOn } from '../../faults/flip-stage.ts';
import { heldBack, rig, temporaryFolder, until, type Rig } from '../../helpers/rig.ts';
import { advanceClock, applyAndWait, importCall, rowsOf, waitForPlan } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

const writes = ({ platform }: Rig): number => platform.requests.list().filter(({ method }) => method !== 'GET').length;
const posts = ({ platform }: Rig): number => platform.requests.list().filter(({ method }) => method === 'POST').length;

/** An edit, three POST requests, and another edit of the same runner. */
function calls({ platform }: Rig): Call[] {
  const [edit, ...others] = callsOn(platform);
  if (edit === undefined) throw new Error('no calls');
  return [edit, ...others, { ...edit, body: { maintenance_note: 'the last row' } }];
}

async function olderNotice(client: Rig['client']) {
  const { notices } = await client.host.status();
  const notice = notices.find(({ code }) => code === 'state-older');
  return notice && words.noticeOf(notice.code, notice.detail);
}

/**
 * A plan of which only the first row was sent, an import under way and an interrupted job. The folder of that time is in
 * `copy`. Then the other rows of the plan were sent, and Reeve was closed.
 */
async function sentAfterCopy() {
  const rigged = await rig();
  const { client } = rigged;
  await applyAndWait(client, await client.changes.plan({ calls: [importCall] }));
  const plan = await client.changes.plan({ calls: calls(rigged) });
  await client.changes.apply({ planId: plan.id, canary: 1 });
  await waitForPlan(client, plan.id, ['paused']);
  const held = heldBack(rigged.platform, 'GET /users', 1);
  await client.jobs.sync({ collection: 'users' });
  await rigged.core.close();
  held.release();
  const copy = temporaryFolder();
  cpSync(rigged.folder, copy, { recursive: true });
  const later = await rigged.restart();
  expect(await later.changes.get({ planId: plan.id })).toMatchObject({ state: 'paused', pausedWhy: 'canary' });
  await later.changes.resume({ planId: plan.id });
  await waitForPlan(later, plan.id);
  expect(effectsOn(rigged.platform)).toEqual([1, 1, 1]);
  await rigged.core.close();
  /** Put back a file of the data folder as it was copied; null: the whole folder. */
  const putBack = (name: string | null): void => {
    const at = name === null ? rigged.folder : join(rigged.folder, 'data', name);
    rmSync(at, { recursive: true });
    cpSync(name === null ? copy : join(copy, 'data', name), at, { recursive: true });
  };
  return { rigged, planId: plan.id, putBack, sent: writes(rigged) };
}

/** Continue the plan, as a person does. No POST request may be sent again. */
async function continuePlan(rigged: Rig, planId: string): Promise<void> {
  const sent = posts(rigged);
  advanceClock(minutes(3));
  await rigged.client.changes.resume({ planId });
  await waitForPlan(rigged.client, planId);
  expect((await rowsOf(rigged.client, planId)).map(({ state }) => state)).toEqual([
    ...['applied', 'unknown', 'unchanged', 'unknown', 'unchanged'],
  ]);
  expect(posts(rigged)).toBe(sent);
  expect(effectsOn(rigged.platform)).toEqual([1, 1, 1]);
}

test.each([
  ['an older state file', 'state.db'],
  ['the whole older folder, while the keychain has the newer count', null],
])(
  'after a person put back %s, plans, jobs and imports wait for a person, and no POST is sent again',
  async (_, name) => {
    const { rigged, planId, putBack, sent } = await sentAfterCopy();
    putBack(name);
    const client = await rigged.restart();
    expect(await client.changes.get({ planId })).toMatchObject({ state: 'paused', pausedWhy: 'restored' });
    expect((await client.jobs.list()).jobs[0]).toMatchObject({ state: 'needs-person', asks: 'restored' });
    expect((await client.imports.history()).entries).toMatchObject([{ watch: 'needs-person' }]);
    expect(await olderNotice(client)).toMatchObject({ lines: ['Waiting for you: 1 plan, 1 job, 1 import.'] });
    expect(writes(rigged)).toBe(sent);
    await continuePlan(rigged, planId);

    // The counts are equal again, so nothing waits after the next start
    const { id } = await client.changes.plan({ calls: calls(rigged) });
    await client.changes.apply({ planId: id, canary: 1 });
    await waitForPlan(client, id, ['paused']);
    expect(await (await rigged.restart()).changes.get({ planId: id })).toMatchObject({ pausedWhy: 'canary' });
  },
);

test('a copy that was made while a plan was sending counts as older after the plan has ended', async () => {
  const rigged = await rig();
  const { client, platform, folder } = rigged;
  const held = heldBack(platform, 'POST *', 2);
  const { id: planId } = await client.changes.plan({ calls: calls(rigged) });
  await client.changes.apply({ planId });
  await until(
    () => posts(rigged),
    (count) => count === 2,
  );
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  held.release();
  await waitForPlan(client, planId);
  await rigged.core.close();
  rmSync(folder, { recursive: true });
  cpSync(copy, folder, { recursive: true });
  const after = await rigged.restart();
  expect(await after.changes.get({ planId })).toMatchObject({ state: 'paused', pausedWhy: 'restored' });
  expect(await olderNotice(after)).toMatchObject({ lines: ['Waiting for you: 1 plan.'] });
});

test('if only archive.db is older, no plan, job or import waits for a person', async () => {
  const { rigged, planId, putBack } = await sentAfterCopy();
  putBack('archive.db');
  const client = await rigged.restart();
  expect(await client.changes.get({ planId })).toMatchObject({ state: 'done' });
  expect(await olderNotice(client)).toBeUndefined();
});

test('without a count in the keychain, an unfinished plan checks the platform before it sends a POST, and sends its edits as before', async () => {
  const { rigged, planId, putBack } = await sentAfterCopy();
  const { secrets } = rigged.ports;
  putBack(null);
  for (const name of secrets.entries.keys()) if (name.startsWith('sends:')) secrets.entries.delete(name);
  const client = await rigged.restart();
  expect(await olderNotice(client)).toBeUndefined();
  expect(await client.changes.get({ planId })).toMatchObject({ state: 'paused', pausedWhy: 'canary' });
  await continuePlan(rigged, planId);
});

test('a plan waits for the keychain before its first POST, but not before an edit', async () => {
  const rigged = await rig();
  const { client, ports, platform } = rigged;
  const set = ports.secrets.set.bind(ports.secrets);
  const sentBefore: number[] = [];
  vi.spyOn(ports.secrets, 'set').mockImplementation(async (name, value) => {
    if (name.startsWith('sends:') && sentBefore.length === 0) {
      await until(
        () => platform.requests.list().filter(({ method, status }) => method === 'PUT' && status === 200).length,
        (count) => count === 1,
      );
      sentBefore.push(posts(rigged));
    }
    return set(name, value);
  });
  const plan = await client.changes.plan({ calls: calls(rigged) });
  await applyAndWait(client, plan);
  expect(sentBefore).toEqual([0]);
  expect(effectsOn(platform)).toEqual([1, 1, 1]);
  const [, count] = [...ports.secrets.entries].find(([name]) => name.startsWith('sends:')) ?? [];
  expect(['1', '2']).toContain(count);
});
