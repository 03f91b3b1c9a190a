import { expect, test } from 'vitest';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { ended, rig, syncList, until, profile, type Rig } from '../../helpers/rig.ts';
import type { ReeveClient } from '../../helpers/window.ts';

const path = PROJECT_PATHS.private;
const depths = ['facts', 'text'] as const;
const slice = { from: 0, count: 200 };
const settled = ['ready', 'incomplete', 'over-quota', 'failed', 'paused', 'stale'];

async function known({ client }: Rig): Promise<string> {
  await client.catalogue.add({ text: path, kind: 'project', isPinned: false });
  return `project:${path}`;
}
const place = (scope: string) => ({ kind: 'place' as const, scope });
async function pinOf(client: ReeveClient, id: number) {
  const pin = (await client.pins.list()).pins.find((one) => one.id === id);
  if (pin === undefined) throw new Error('no such pin');
  return pin;
}
const filled = (client: ReeveClient, id: number) =>
  until(
    () => pinOf(client, id),
    ({ state }) => settled.includes(state),
  );
/** The requests about projects. Reeve also checks the connection by itself. */
const ofProjects = ({ platform }: Rig): string[] =>
  platform.requests.list().flatMap(({ path: asked }) => (asked.includes('/projects/') ? [asked] : []));
/** Requests for threads of notes. */
const threads = ({ platform }: Rig): number =>
  platform.requests.list().filter(({ path: asked }) => /\/(issues|merge_requests)\/\d+\/notes/.test(asked)).length;

test('an estimate sends no request, and says which numbers are guesses', async () => {
  const one = await rig();
  const scope = await known(one);
  const { depths: estimated, places, quota } = await one.client.pins.estimate({ target: place(scope) });
  expect(ofProjects(one)).toEqual([]);
  expect(places).toBe(1);
  const facts = estimated.find(({ depth }) => depth === 'facts');
  expect(facts).toMatchObject({ stored: 0, isGuess: true });
  expect(facts?.requests).toBeGreaterThan(5);
  expect(quota).toMatchObject({ usedBytes: 0, quotaBytes: 5_120 * 1_048_576, fileBytes: 200 * 1_048_576 });
});

test('a pinned project has all its lists and the notes of what changed recently', async () => {
  const one = await rig();
  const { client } = one;
  const scope = await known(one);
  const { id } = await client.pins.pin({ target: place(scope), depths: [...depths] });
  const pin = await filled(client, id);
  expect(pin).toMatchObject({ state: 'ready', missing: 0, failure: null, label: path });
  const { rows } = await client.coverage.of({ scope });
  const never = rows.filter(({ state, syncIn }) => state === 'never' && syncIn !== null);
  expect(never.map(({ collection }) => collection)).toEqual([]);
  expect(threads(one)).toBeGreaterThan(0);
  const notes = rows.find(({ collection }) => collection === 'notes');
  expect(notes?.rows).toBeGreaterThan(0);
  expect((await client.pins.list()).quota.usedBytes).toBeGreaterThan(0);
});

test('a pinned project has the commits of its default branch with the numbers of changed lines', async () => {
  const one = await rig();
  const { client } = one;
  const scope = await known(one);
  const { id } = await client.pins.pin({ target: place(scope), depths: ['facts'] });
  expect(await filled(client, id)).toMatchObject({ state: 'ready', missing: 0 });
  const { target } = await pinOf(client, id);
  if (target.kind !== 'place') throw new Error('the target is a project');
  const { rows } = await client.commits.list({ query: { scope: `${target.scope}/ref:HEAD` }, slice });
  expect(rows[0]?.row.stats?.additions).toBeGreaterThan(0);
});

test('filling again at once sends no request for what is fresh', async () => {
  const one = await rig();
  const scope = await known(one);
  const { id } = await one.client.pins.pin({ target: place(scope), depths: [...depths] });
  await filled(one.client, id);
  const before = ofProjects(one);
  const pinnedAgain = await one.client.pins.pin({ target: place(scope), depths: [...depths] });
  expect(pinnedAgain.id).toBe(id);
  const { filledAt } = await filled(one.client, id);
  expect(filledAt).not.toBeNull();
  expect(ofProjects(one)).toEqual(before);
});

test('items that the platform refuses are named with their code, and the rest is stored', async () => {
  const one = await rig({ as: 'developer' });
  const scope = await known(one);
  const { id } = await one.client.pins.pin({ target: place(scope), depths: ['facts'] });
  const pin = await filled(one.client, id);
  expect(pin.state).toBe('incomplete');
  expect(pin.named).toContainEqual(
    expect.objectContaining({ label: `Webhooks of ${path}`, place: path, problem: 'refused', status: 403 }),
  );
  const facts = pin.depths.find(({ depth }) => depth === 'facts');
  expect(facts?.refused).toBe(pin.problems);
  expect(facts?.stored).toBeGreaterThan(3);
  expect((facts?.stored ?? 0) + (facts?.refused ?? 0)).toBe(facts?.items);
});

test('a deleted thread is no gap, and its notes stay', async () => {
  const one = await rig();
  const { client, platform } = one;
  const scope = await known(one);
  const { id } = await client.pins.pin({ target: place(scope), depths: [...depths] });
  await filled(client, id);
  const { rows } = await client.notes.list({ query: { scope: null }, slice });
  const thread = rows.find(({ scope: where }) => where.includes('/issue:'))?.scope ?? '';
  const iid = Number(thread.split(':').at(-1));
  const issue = [...platform.world.issues.all()].find(
    (each) => each.iid === iid && thread.startsWith(`project:${each.project_id}/`),
  );
  if (issue === undefined) throw new Error('no issue has notes');
  platform.world.issues.remove(issue.id);
  expect(await syncList(client, 'notes', thread)).toMatchObject({ state: 'failed' });
  expect(await filled(client, id)).toMatchObject({ state: 'ready', gaps: { lists: 0, requests: 0 } });
  const after = await client.notes.list({ query: { scope: thread }, slice });
  expect(after.total).toBeGreaterThan(0);
  await ended(client, (await client.jobs.sync({ collection: 'issues', scope: '', full: true })).id);
  expect(await filled(client, id)).toMatchObject({ state: 'ready', gaps: { lists: 0 } });
});

test('a paused pin sends nothing, and goes on where it was', async () => {
  const one = await rig();
  const { client } = one;
  const scope = await known(one);
  const { id } = await client.pins.pin({ target: place(scope), depths: [...depths] });
  expect(await client.pins.pause({ id })).toMatchObject({ state: 'paused' });
  const before = ofProjects(one);
  expect((await client.jobs.list()).jobs.filter(({ state }) => state === 'running')).toEqual([]);
  expect(ofProjects(one)).toEqual(before);
  await client.pins.resume({ id });
  expect(await filled(client, id)).toMatchObject({ state: 'ready' });
});

test('a fill that a restart interrupts goes on, and requests nothing twice', async () => {
  const one = await rig();
  const scope = await known(one);
  const { id } = await one.client.pins.pin({ target: place(scope), depths: [...depths] });
  await until(
    () => threads(one),
    (n) => n > 0,
  );
  const client = await one.restart();
  expect(await filled(client, id)).toMatchObject({ state: 'ready' });
  const lists = one.platform.requests.list().filter(({ path: asked }) => /\/notes/.test(asked));
  const asked = lists.map(({ path: own }) => own);
  // The threads that were under way when Reeve ended are requested again
  expect(asked.length - new Set(asked).size).toBeLessThanOrEqual(6);
});

test('pins belong to one profile, and are removed with it', async () => {
  const one = await rig();
  const { client, platform } = one;
  const scope = await known(one);
  const { id } = await client.pins.pin({ target: place(scope), depths: ['facts'] });
  await filled(client, id);
  const { openId: first } = await client.profiles.list();
  const { id: second } = await client.profiles.add({
    ...profile,
    name: 'Second',
    url: platform.url,
    token: platform.tokens.admin,
  });
  await client.profiles.open({ id: second });
  expect((await client.pins.list()).pins).toEqual([]);
  await expect(client.pins.pause({ id })).rejects.toMatchObject({ code: 'missing' });
  await client.profiles.remove({ id: first ?? '' });
  expect((await client.pins.list()).quota.usedBytes).toBe(0);
});
