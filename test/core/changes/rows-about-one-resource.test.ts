import { afterEach, expect, test, vi } from 'vitest';
import type { Call, PlanRow } from '#shared/contract/changes.ts';
import { minutes } from '#shared/time.ts';
import { syncList, rig, until, type Rig } from '../../helpers/rig.ts';
import { applyAndWait, waitForPlan, movableClock, rowsOf, slice } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

const editing = 'PUT /runners/:id';
const refusal = { kind: 'status', status: 403, match: 'PUT *', times: 1, html: '{"message":"403 Forbidden"}' } as const;
type Fields = Record<string, unknown>;
interface Step {
  sent: Fields;
  was: Fields;
}

/** A runner with known fields, and a function that reads them. */
async function oneRunner(rigged: Rig) {
  const [runner] = rigged.platform.world.runners.all();
  if (runner === undefined) throw new Error('no runner');
  Object.assign(runner, { maintenance_note: 'first', description: 'Builder', paused: false });
  const look = (): Fields => {
    const { maintenance_note, description, paused } = runner;
    return { maintenance_note, description, paused };
  };
  const edit = (body: Fields): Call => ({ op: 'runners.edit', path: { id: runner.id }, body });
  return { runner, look, edit, before: look() };
}

/** The expected result of the writes one after the other. */
function expectedSteps(before: Fields, bodies: readonly Fields[]): { after: Fields; steps: Step[] } {
  const steps: Step[] = [];
  let now = before;
  for (const body of bodies) {
    const sent = Object.fromEntries(Object.entries(body).filter(([field, value]) => now[field] !== value));
    if (Object.keys(sent).length === 0) continue;
    const was = Object.fromEntries(Object.keys(sent).map((field) => [field, now[field]]));
    steps.push({ sent, was });
    now = { ...now, ...sent };
  }
  return { after: now, steps };
}

/** The applied writes of a plan in the journal, in the order of sending. */
async function journalSteps({ client }: Rig, planId: string): Promise<Step[]> {
  const { rows } = await client.journal.list({ query: { planId, state: 'applied' }, slice });
  return rows.toReversed().map(({ changes }) => ({
    sent: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    was: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
  }));
}

async function undoPlan(rigged: Rig, planId: string): Promise<PlanRow['state'][]> {
  const undo = await rigged.client.changes.undo({ planId });
  const states = (await rowsOf(rigged.client, undo.id)).map(({ state }) => state);
  expect(states.filter((state) => state !== 'planned')).toEqual([]);
  expect(await applyAndWait(rigged.client, undo)).toMatchObject({ state: 'done' });
  return (await rowsOf(rigged.client, undo.id)).map(({ state }) => state);
}

function orders<T>(of: readonly T[]): T[][] {
  if (of.length === 0) return [[]];
  return of.flatMap((first, at) => orders(of.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

const sets: Record<string, Fields[]> = {
  'two of one field': [{ maintenance_note: 'second' }, { maintenance_note: 'third' }],
  'two of one field, the one back to what it was': [{ maintenance_note: 'second' }, { maintenance_note: 'first' }],
  'two of different fields': [{ maintenance_note: 'second' }, { description: 'Mover' }],
  'three of one field': [{ maintenance_note: 'second' }, { maintenance_note: 'third' }, { maintenance_note: 'first' }],
  'three of which two share a field': [
    { maintenance_note: 'second', paused: true },
    { description: 'Mover' },
    { maintenance_note: 'third', description: 'Builder', paused: false },
  ],
};
const cases = Object.entries(sets).flatMap(([name, bodies]) =>
  orders(bodies).map((order, n) => ({ name: `${name}, order ${n + 1}`, order })),
);

test('rows about one runner are applied one after the other in every order, and undo is exact', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { look, edit, before } = await oneRunner(rigged);
  for (const { name, order } of cases) {
    const wanted = expectedSteps(before, order);
    const plan = await client.changes.plan({ calls: order.map(edit) });
    expect(await applyAndWait(client, plan), name).toMatchObject({ state: 'done' });
    expect(look(), name).toEqual(wanted.after);
    expect(await journalSteps(rigged, plan.id), name).toEqual(wanted.steps);
    await undoPlan(rigged, plan.id);
    expect(look(), name).toEqual(before);
  }
});

test('a plan shows the values before each row, and counts the reads between rows', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { edit } = await oneRunner(rigged);
  const calls = ['second', 'first', 'third'].map((maintenance_note) => edit({ maintenance_note }));
  const plan = await client.changes.plan({ calls });
  expect(plan).toMatchObject({ requests: 5, counts: { planned: 3 } });
  const shown = async () =>
    (await rowsOf(client, plan.id)).map(({ changes }) => changes.map(({ before, after }) => [before, after]));
  expect(await shown()).toEqual([[['first', 'second']], [['second', 'first']], [['first', 'third']]]);
  const dropped = await client.changes.drop({ planId: plan.id, positions: [0] });
  expect(dropped).toMatchObject({ counts: { unchanged: 1, planned: 1 } });
  expect(await shown()).toEqual([[], [['first', 'third']]]);
});

test('if the first of two rows is refused, the second is compared with the actual values', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { look, edit, before } = await oneRunner(rigged);
  // A field that already has the wanted value is not sent, so it is not refused
  const isSent = ({ order }: (typeof cases)[number]) => expectedSteps(before, order.slice(0, 1)).steps.length > 0;
  for (const { name, order } of cases.filter((one) => one.order.length === 2 && isSent(one))) {
    const wanted = expectedSteps(before, order.slice(1));
    platform.faults.add(refusal);
    const plan = await client.changes.plan({ calls: order.map(edit) });
    expect(await applyAndWait(client, plan, false), name).toMatchObject({ state: 'done', counts: { refused: 1 } });
    expect(look(), name).toEqual(wanted.after);
    expect(await journalSteps(rigged, plan.id), name).toEqual(wanted.steps);
    if (wanted.steps.length > 0) await undoPlan(rigged, plan.id);
    expect(look(), name).toEqual(before);
    platform.faults.clear();
  }
});

test('tags that a refused row would have added are not added by the next one', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { runner, edit } = await oneRunner(rigged);
  runner.tag_list = ['linux'];
  await syncList(client, 'runners');
  const { rows } = await client.runners.list({ query: { scope: '' }, slice });
  const ids = rows.filter(({ row }) => row.id === runner.id).map(({ key }) => key);
  const merge = { tag_list: { add: ['arm'], remove: [] } };
  platform.faults.add(refusal);
  const plan = await client.changes.plan({
    calls: [edit({ tag_list: ['linux', 'gpu'] })],
    onRows: { op: 'runners.edit', collection: 'runners', selection: { kind: 'ids', ids }, merge },
  });
  const shown = (await rowsOf(client, plan.id)).map(({ changes }) => changes[0]);
  expect(shown).toMatchObject([
    { before: ['linux'], after: ['linux', 'gpu'] },
    { before: ['linux', 'gpu'], after: ['linux', 'gpu', 'arm'] },
  ]);
  await applyAndWait(client, plan, false);
  expect(runner.tag_list).toEqual(['linux', 'arm']);
});

test('a pause between two rows of one runner changes nothing', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { look, edit, before } = await oneRunner(rigged);
  const bodies = [{ maintenance_note: 'second' }, { maintenance_note: 'third' }];
  const plan = await client.changes.plan({ calls: bodies.map(edit) });
  await client.changes.apply({ planId: plan.id, canary: 1 });
  await waitForPlan(client, plan.id, ['paused']);
  const again = await rigged.restart();
  await again.changes.resume({ planId: plan.id });
  await waitForPlan(again, plan.id);
  expect(look()).toMatchObject({ maintenance_note: 'third' });
  expect(await journalSteps(rigged, plan.id)).toEqual(expectedSteps(before, bodies).steps);
  await undoPlan(rigged, plan.id);
  expect(look()).toEqual(before);
});

test('if somebody else changes a runner between two rows, the plan waits for the person', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { look, edit, runner } = await oneRunner(rigged);
  const calls = ['second', 'third'].map((maintenance_note) => edit({ maintenance_note }));
  const plan = await client.changes.plan({ calls });
  await client.changes.apply({ planId: plan.id, canary: 1 });
  await waitForPlan(client, plan.id, ['paused']);
  runner.maintenance_note = 'theirs';
  await client.changes.resume({ planId: plan.id });
  expect(await waitForPlan(client, plan.id, ['paused'])).toMatchObject({ pausedWhy: 'drift', counts: { drifted: 1 } });
  expect(look()).toMatchObject({ maintenance_note: 'theirs' });
});

test('a row whose reply was lost is checked before the next row about the same runner is sent, also after a restart', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const clock = movableClock();
  const { look, edit, before } = await oneRunner(rigged);
  const bodies = [{ maintenance_note: 'second' }, { maintenance_note: 'third' }];
  platform.faults.add({ kind: 'hold', until: new Promise(() => undefined), match: 'PUT *', times: 1 });
  const plan = await client.changes.plan({ calls: bodies.map(edit) });
  await client.changes.apply({ planId: plan.id });
  await until(
    () => platform.requests.count(editing),
    (n) => n === 1,
  );
  const again = await rigged.restart();
  await until(
    async () => {
      clock.pass(minutes(1));
      return again.changes.get({ planId: plan.id });
    },
    ({ state, counts }) => state === 'paused' || state === 'done' || counts.applied === 1,
  );
  await again.changes.resume({ planId: plan.id }).catch(() => undefined);
  await until(
    async () => {
      clock.pass(minutes(1));
      return again.changes.get({ planId: plan.id });
    },
    ({ state }) => state === 'done',
  );
  expect(look()).toMatchObject({ maintenance_note: 'third' });
  expect(await journalSteps(rigged, plan.id)).toEqual(expectedSteps(before, bodies).steps);
  await undoPlan(rigged, plan.id);
  expect(look()).toEqual(before);
});

test('a plan pauses if another plan has written to the same runner since it was created', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { look, edit } = await oneRunner(rigged);
  const early = await client.changes.plan({ calls: [edit({ maintenance_note: 'early' })] });
  const { plan: quick } = await client.changes.run(edit({ maintenance_note: 'quick' }));
  expect(quick.counts).toEqual({ applied: 1 });
  expect(await applyAndWait(client, early)).toMatchObject({ state: 'paused', pausedWhy: 'drift' });
  const [row] = await rowsOf(client, early.id);
  expect(row?.changes).toMatchObject([{ before: 'quick', after: 'early' }]);
  await client.changes.resume({ planId: early.id, acceptDrift: true });
  await waitForPlan(client, early.id);
  await undoPlan(rigged, early.id);
  expect(look()).toMatchObject({ maintenance_note: 'quick' });
});

test('undo creates a mirror again that one plan has edited and deleted, although it gets another id', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const project = platform.world.projects.lookup('acme/core');
  const path = { id: project?.id ?? 0 };
  const url = 'https://mirror.example/core.git';
  const create = { op: 'remote-mirrors.create', path, body: { url, enabled: false } };
  await applyAndWait(client, await client.changes.plan({ calls: [create] }));
  const mirror = () => platform.world.remoteMirrors.find((one) => one.url === url);
  const at = { ...path, mirror_id: mirror()?.id ?? 0 };
  const calls = [
    { op: 'remote-mirrors.edit', path: at, body: { keep_divergent_refs: true } },
    { op: 'remote-mirrors.edit', path: at, body: { enabled: true } },
    { op: 'remote-mirrors.remove', path: at },
  ];
  const plan = await client.changes.plan({ calls });
  expect(await applyAndWait(client, plan)).toMatchObject({ state: 'done', counts: { applied: 3 } });
  expect(mirror()).toBeUndefined();
  const undo = await client.changes.undo({ planId: plan.id });
  expect(await applyAndWait(client, undo)).toMatchObject({ state: 'done', counts: { applied: 3 } });
  expect(mirror()).toMatchObject({ enabled: false, keep_divergent_refs: false });
  expect(mirror()?.id).not.toBe(at.mirror_id);
});

/** A group with a push rule, addressed by its id and by its path. */
async function oneRule({ client, platform }: Rig) {
  const group = platform.world.groups.lookup('acme');
  const id = group?.id ?? 0;
  const rule = () => platform.world.pushRules.find(({ group_id }) => group_id === id);
  await client.changes.run({ op: 'push-rules.create', path: { id }, body: { commit_message_regex: '^1' } });
  const edit = (path: string | number, commit_message_regex: string): Call => {
    return { op: 'push-rules.edit', path: { id: path }, body: { commit_message_regex } };
  };
  return { id, rule, edit, message: () => rule()?.commit_message_regex ?? null };
}

test('undo restores a push rule that one plan edits, deletes and creates again, in every order', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { id, edit, message } = await oneRule(rigged);
  const calls = {
    edit: edit(id, '^2'),
    remove: { op: 'push-rules.remove', path: { id } },
    create: { op: 'push-rules.create', path: { id }, body: { commit_message_regex: '^3' } },
  };
  const orders: [(keyof typeof calls)[], string | null][] = [
    [['edit', 'remove'], null],
    [['remove', 'edit'], null],
    [['remove', 'create'], '^3'],
    [['edit', 'remove', 'create'], '^3'],
    [['remove', 'create', 'edit'], '^2'],
    [['remove', 'remove'], null],
  ];
  for (const [verbs, left] of orders) {
    const name = verbs.join(', ');
    const plan = await client.changes.plan({ calls: verbs.map((verb) => calls[verb]) });
    expect(plan.counts, name).toEqual({ planned: verbs.length });
    expect(await applyAndWait(client, plan), name).toMatchObject({ state: 'done' });
    expect(message(), name).toBe(left);
    const undo = await client.changes.undo({ planId: plan.id });
    expect(await applyAndWait(client, undo), name).toMatchObject({ state: 'done' });
    expect(message(), name).toBe('^1');
    const entries = (await client.journal.list({ query: { planId: plan.id }, slice })).rows;
    expect(
      entries.filter(({ undoneBy }) => undoneBy === null),
      name,
    ).toEqual([]);
  }
});

test('if a delete is refused, the edit after it is shown and applied', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { id, edit, message } = await oneRule(rigged);
  platform.faults.add({ ...refusal, match: 'DELETE *' });
  const plan = await client.changes.plan({ calls: [{ op: 'push-rules.remove', path: { id } }, edit(id, '^2')] });
  expect(await applyAndWait(client, plan, false)).toMatchObject({ counts: { refused: 1, applied: 1 } });
  expect(message()).toBe('^2');
  await undoPlan(rigged, plan.id);
  expect(message()).toBe('^1');
});

test('a group by its id and the same group by its path count as one resource', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { id, edit, message } = await oneRule(rigged);
  const plan = await client.changes.plan({ calls: [edit(id, '^2'), edit('acme', '^1'), edit('acme', '^3')] });
  expect(await applyAndWait(client, plan)).toMatchObject({ state: 'done', counts: { applied: 3 } });
  expect(message()).toBe('^3');
  const { rows } = await client.journal.list({ query: { planId: plan.id }, slice });
  expect(rows.toReversed().map(({ changes }) => changes.map(({ before, after }) => [before, after]))).toEqual([
    [['^1', '^2']],
    [['^2', '^1']],
    [['^1', '^3']],
  ]);
  const undo = await client.changes.undo({ planId: plan.id });
  await applyAndWait(client, undo);
  expect(message()).toBe('^1');
});

test('an upload that one plan deletes by its secret is not deleted again by its id', async () => {
  const { client, platform } = await rig();
  const [upload] = platform.world.uploads.all();
  const id = upload?.project_id ?? 0;
  const calls: Call[] = [
    { op: 'uploads.removeBySecret', path: { id, secret: upload?.secret ?? '', filename: upload?.filename ?? '' } },
    { op: 'uploads.remove', path: { id, upload_id: upload?.id ?? 0 } },
  ];
  const plan = await client.changes.plan({ calls });
  expect(await applyAndWait(client, plan)).toMatchObject({ state: 'done', counts: { applied: 1, unchanged: 1 } });
});
