import { afterAll, expect, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';
import type { Undo } from '#main/api/types.ts';
import { allCases } from './all-cases.ts';
import { senderTo } from '../api/rig.ts';
import { machine, type Machine } from './machine.ts';
import { benchOn, must, type Prepare, type UndoCase } from './undo-case.ts';

const writing = [...endpoints.values()].filter(({ method }) => method !== 'GET' && method !== 'HEAD');
const preparesOf = (op: string) => ([] as Prepare[]).concat(allCases[op] ?? []);
const runs = writing.flatMap(({ name, undo }) =>
  preparesOf(name).map((prepare, i) => ({ op: name, n: i + 1, prepare, undo: must(undo) })),
);

test('every endpoint that writes has a case here, and nothing else has', () => {
  expect(Object.keys(allCases).toSorted()).toEqual(writing.map(({ name }) => name).toSorted());
});

/**
 * One core and one platform for the writes of a stem: starting them takes ten times as long as a write. What a case needs
 * it makes or looks for itself.
 */
const machines = new Map<string, Promise<Machine>>();
function machineOf(op: string): Promise<Machine> {
  const [stem = op] = op.split('.');
  const one = machines.get(stem) ?? machine();
  machines.set(stem, one);
  return one;
}
afterAll(async () => {
  for (const one of machines.values()) await (await one).close();
});

/** What was seen to be lost, and what is said to show nowhere, by op. */
const told = new Map<string, Set<string>>();

test.each(runs)('$op, case $n: what undo promises is what it does', async ({ op, prepare, undo: said }) => {
  const { platform, plan, apply, undo } = await machineOf(op);
  const { send } = senderTo(platform.url, { token: () => platform.tokens.admin });
  const one = await prepare(benchOn(platform, send));
  expect(one.write.op).toBe(op);
  const endpoint = must(endpoints.get(op));
  const spelt = `${endpoint.method} ${endpoint.path}`;
  const planned = await plan(one.write);
  const before = await look(one);

  platform.clock.advance(5000);
  platform.requests.clear();
  expect(await apply(), 'the write is applied').toMatchObject({ state: 'applied' });
  const sent = platform.requests.list(spelt).map(({ status }) => status);
  expect(sent, 'the write arrived once, and was taken').toEqual([
    expect.toSatisfy((status: number) => status >= 200 && status < 300),
  ]);
  platform.clock.advance(5000);

  if (said.kind === 'none' || one.never === true) {
    expect(planned, 'it is said before').toMatchObject({ kind: 'none', why: expect.stringMatching(/\w/) as string });
    platform.requests.clear();
    expect(await undo(), 'undo is refused').toBeNull();
    expect(platform.requests.list().filter(({ method }) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
    return;
  }
  expect(planned.kind, 'what is said of this write').not.toBe('none');
  const promised = lossesOf(planned);
  expect(lossesOf(said), 'no more is lost than the endpoint says').toEqual(expect.arrayContaining(promised));
  expect(await look(one), 'the write shows in the world').not.toEqual(before);
  const states = must(await undo());
  expect(states).toContain('applied');
  expect(states.filter((state) => state !== 'applied')).toEqual(one.isRefusedInPart === true ? ['refused'] : []);
  const after = await look(one);
  expect(after.kept, 'every other writable field is as it was').toEqual(before.kept);
  for (const [name, value] of Object.entries(after.lost)) {
    expect(value, `"${name}" is lost, as the endpoint says`).not.toEqual(before.lost[name]);
  }
  const names = [...Object.keys(one.lost ?? {}), ...Object.keys(one.unseen ?? {})];
  expect(promised, 'every loss is said before').toEqual(expect.arrayContaining(names));
  const known = told.get(op) ?? new Set<string>();
  told.set(op, known);
  for (const name of names) known.add(name);
});

test('each loss that an endpoint names was seen above, or is said to show nowhere; and no other was', () => {
  for (const { name, undo } of writing) {
    const what = undo?.kind === 'lossy' ? undo.what : [];
    expect([...(told.get(name) ?? [])].toSorted(), name).toEqual(what.toSorted());
  }
});

async function look({ kept, lost = {} }: UndoCase) {
  const values = Object.entries(lost).map(async ([name, seen]) => [name, await seen()] as const);
  return structuredClone({ kept: await kept?.(), lost: Object.fromEntries(await Promise.all(values)) });
}

function lossesOf(undo: Undo): string[] {
  return undo.kind === 'lossy' ? [...undo.what] : [];
}
