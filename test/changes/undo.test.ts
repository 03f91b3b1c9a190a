import { afterAll, expect, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';
import type { Undo } from '#main/api/types.ts';
import { allCases } from './all-cases.ts';
import { senderTo } from '../api/rig.ts';
import { undoRunner, type UndoRunner } from './undo-runner.ts';
import { caseContext, must, type Prepare, type UndoCase } from './undo-case.ts';

const writing = [...endpoints.values()].filter(({ method }) => method !== 'GET' && method !== 'HEAD');
const preparesOf = (op: string) => ([] as Prepare[]).concat(allCases[op] ?? []);
const runs = writing.flatMap(({ name, undo }) =>
  preparesOf(name).map((prepare, i) => ({ op: name, n: i + 1, prepare, undo: must(undo) })),
);

test('every write endpoint has a case, and no other endpoint has one', () => {
  expect(Object.keys(allCases).toSorted()).toEqual(writing.map(({ name }) => name).toSorted());
});

/**
 * One core and one platform for all writes of a resource, because starting them takes ten times as long as a write.
 * Each case creates or looks up what it needs.
 */
const runners = new Map<string, Promise<UndoRunner>>();
function runnerOf(op: string): Promise<UndoRunner> {
  const [resource = op] = op.split('.');
  const one = runners.get(resource) ?? undoRunner();
  runners.set(resource, one);
  return one;
}
afterAll(async () => {
  for (const one of runners.values()) await (await one).close();
});

/** The losses that the cases showed or declared as invisible, by operation. */
const reportedLosses = new Map<string, Set<string>>();

test.each(runs)('$op, case $n: undo restores what the endpoint promises', async ({ op, prepare, undo: documented }) => {
  const { platform, plan, apply, undo } = await runnerOf(op);
  const { send } = senderTo(platform.url, { token: () => platform.tokens.admin });
  const one = await prepare(caseContext(platform, send));
  expect(one.write.op).toBe(op);
  const endpoint = must(endpoints.get(op));
  const endpointText = `${endpoint.method} ${endpoint.path}`;
  const planned = await plan(one.write);
  const before = await readState(one);

  platform.clock.advance(5000);
  platform.requests.clear();
  expect(await apply(), 'the write is applied').toMatchObject({ state: 'applied' });
  const sent = platform.requests.list(endpointText).map(({ status }) => status);
  expect(sent, 'the write arrived once, and succeeded').toEqual([
    expect.toSatisfy((status: number) => status >= 200 && status < 300),
  ]);
  platform.clock.advance(5000);

  if (documented.kind === 'none' || one.isIrreversible === true) {
    expect(planned, 'the plan shows it').toMatchObject({ kind: 'none', why: expect.stringMatching(/\w/) as string });
    platform.requests.clear();
    expect(await undo(), 'undo is refused').toBeNull();
    expect(platform.requests.list().filter(({ method }) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
    return;
  }
  expect(planned.kind, 'the plan shows that it can be undone').not.toBe('none');
  const promised = lossesOf(planned);
  expect(lossesOf(documented), 'no more is lost than the endpoint says').toEqual(expect.arrayContaining(promised));
  expect(await readState(one), 'the write shows in the world').not.toEqual(before);
  const states = must(await undo());
  expect(states).toContain('applied');
  expect(states.filter((state) => state !== 'applied')).toEqual(one.isRefusedInPart === true ? ['refused'] : []);
  const after = await readState(one);
  expect(after.restored, 'every other writable field is restored').toEqual(before.restored);
  for (const [name, value] of Object.entries(after.lost)) {
    expect(value, `"${name}" is lost, as the endpoint says`).not.toEqual(before.lost[name]);
  }
  const names = [...Object.keys(one.lost ?? {}), ...Object.keys(one.invisibleLosses ?? {})];
  expect(promised, 'the plan shows every loss').toEqual(expect.arrayContaining(names));
  const known = reportedLosses.get(op) ?? new Set<string>();
  reportedLosses.set(op, known);
  for (const name of names) known.add(name);
});

test('the cases cover exactly the losses that the endpoints name', () => {
  for (const { name, undo } of writing) {
    const what = undo?.kind === 'lossy' ? undo.what : [];
    expect([...(reportedLosses.get(name) ?? [])].toSorted(), name).toEqual(what.toSorted());
  }
});

async function readState({ restored, lost = {} }: UndoCase) {
  const values = Object.entries(lost).map(async ([name, seen]) => [name, await seen()] as const);
  return structuredClone({ restored: await restored?.(), lost: Object.fromEntries(await Promise.all(values)) });
}

function lossesOf(undo: Undo): string[] {
  return undo.kind === 'lossy' ? [...undo.what] : [];
}
