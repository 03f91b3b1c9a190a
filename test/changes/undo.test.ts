import { afterAll, describe, expect, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';
import type { PlanRow, UndoKind } from '#shared/contract/changes.ts';
import { undoResult } from '#shared/text/en/change-text.ts';
import { changes as words } from '#shared/text/en/changes.ts';
import { allCases, ownSentences } from './all-cases.ts';
import { senderTo } from '../api/rig.ts';
import { iso } from '../platform/clock.ts';
import { dialects } from '../platform/settings.ts';
import type { World } from '../platform/world/world.ts';
import { undoRunner, type UndoRunner } from './undo-runner.ts';
import { caseContext, must, type Prepare, type Sentence, type Sentences } from './undo-case.ts';
import { undoSentences } from './undo-sentences.ts';
import { alwaysChanges, isShownIn } from './undo-words.ts';
import { worldDifferences, worldState, type WorldDifference } from './world-state.ts';

const writing = [...endpoints.values()].filter(({ method }) => method !== 'GET' && method !== 'HEAD');
const preparesOf = (op: string) => ([] as Prepare[]).concat(allCases[op] ?? []);
const runs = writing.flatMap(({ name }) => preparesOf(name).map((prepare, i) => ({ op: name, n: i + 1, prepare })));

const sentences: Sentences = { ...undoSentences, ...ownSentences };

test('every write endpoint has a case, and no other endpoint has one', () => {
  const known = writing.map(({ name }) => name);
  const how = 'Add a case for these writes to a file *-cases.ts in test/changes.';
  expect(
    known.filter((op) => !Object.hasOwn(allCases, op)),
    how,
  ).toEqual([]);
  expect(Object.keys(allCases).filter((op) => !known.includes(op))).toEqual([]);
});

test('each case of a write has its own sentences if its undo loses something', () => {
  for (const { name, undo } of writing) {
    if (undo?.kind !== 'lossy' && sentences[name] === undefined) continue;
    const how = `Export the sentences of each case of ${name} as \`sentences\`, beside \`cases\`.`;
    expect(sentences[name]?.length, how).toBe(preparesOf(name).length);
  }
  expect(Object.keys(sentences).filter((op) => !endpoints.has(op))).toEqual([]);
});

/** The sentences of a case. Default: those of a write whose undo restores everything, or that can't be undone. */
function sentenceOf(op: string, n: number): Sentence {
  const { undo, method } = must(endpoints.get(op));
  const own = sentences[op]?.[n - 1];
  if (own !== undefined) return own;
  if (undo?.kind === 'none') return [`Can’t be undone: ${undo.why}`];
  return ['Can be undone', method === 'POST' ? 'Undone' : 'Restored'];
}

/** What the sentences of each operation name as lost, or as possibly lost. */
const named = new Map<string, Set<string>>();

describe.each(dialects)('%s', (dialect) => {
  /**
   * One core and one platform for all writes of a resource, because starting them takes ten times as long as a write.
   * Each case creates or looks up what it needs.
   */
  const runners = new Map<string, Promise<UndoRunner>>();
  function runnerOf(op: string): Promise<UndoRunner> {
    const [resource = op] = op.split('.');
    const one = runners.get(resource) ?? undoRunner(dialect);
    runners.set(resource, one);
    return one;
  }
  afterAll(async () => {
    for (const one of runners.values()) await (await one).close();
  });

  test.each(runs)('$op, case $n: what is said about the undo is true on the platform', async ({ op, n, prepare }) => {
    const { platform, plan, apply, undo } = await runnerOf(op);
    const { send } = senderTo(platform.url, { dialect, token: () => platform.tokens.admin });
    const bench = caseContext(platform, send);
    const write = await prepare(bench);
    expect(write.op).toBe(op);
    const [said, result = ''] = sentenceOf(op, n);
    const { method, path } = must(endpoints.get(op));
    const planned = await plan(write);
    const before = await worldState(bench, op);

    platform.clock.advance(5000);
    platform.requests.clear();
    const applied = await apply();
    expect(applied, 'the write is applied').toMatchObject({ state: 'applied' });
    const sent = platform.requests.list(`${method} ${path}`).map(({ status }) => status);
    expect(sent, 'the write arrived once, and succeeded').toEqual([
      expect.toSatisfy((status: number) => status >= 200 && status < 300),
    ]);
    expect([words.undo(planned), words.undo(applied.undo)], 'before and after the write').toEqual([said, said]);
    platform.clock.advance(5000);

    platform.requests.clear();
    const rows = await undo();
    if (planned.kind === 'none') {
      expect(rows, 'undo is refused').toBeNull();
      expect(platform.requests.list().filter((one) => one.method !== 'GET' && one.method !== 'HEAD')).toEqual([]);
      return;
    }
    expect(resultOf(must(rows)), 'after the undo').toBe(result);
    const differences = worldDifferences(before, await worldState(bench, op));
    expectTrueBefore(planned, differences);
    expectTrueAfter(planned, must(rows), differences, bench.world);
    const known = named.get(op) ?? new Set<string>();
    named.set(op, known);
    if (planned.kind === 'lossy') for (const name of [...planned.what, ...(planned.possible ?? [])]) known.add(name);
  });
});

test('the sentences name exactly the losses that the endpoints declare', () => {
  for (const { name, undo } of writing) {
    const declared = undo?.kind === 'lossy' ? undo.what.filter((one) => one !== 'author' && one !== 'events') : [];
    const isEvent = (one: string) => /^new_/.test(one);
    const said = [...(named.get(name) ?? [])].filter((one) => !isEvent(one));
    expect(said.toSorted(), name).toEqual(declared.toSorted());
  }
});

/** The message about the rows of an undo, with placeholders for values that differ in every run. */
function resultOf(rows: readonly PlanRow[]): string {
  const parts = rows.flatMap((row) => {
    const { outcome, details } = undoResult(row) ?? {
      outcome: row.state === 'applied' ? words.single.undone : words.rowStates[row.state],
      details: [],
    };
    return [outcome, ...details];
  });
  return parts
    .join(' · ')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time>')
    .replaceAll(/SHA256:\S+/g, '<key>')
    .replaceAll(/\b[0-9a-f]{8}\b/g, '<sha>')
    .replaceAll(/: \d+ → \d+/g, ': <n> → <n>');
}

/** All fields named as lost differ. Other fields differ only if they are named as possibly lost or as remaining. */
function expectTrueBefore(undo: UndoKind & { kind: 'exact' | 'lossy' }, differences: readonly WorldDifference[]): void {
  const { what, possible = [], authors } = undo.kind === 'lossy' ? undo : { what: [], authors: undefined };
  for (const name of what) {
    expect([name, differences.some(({ field }) => isShownIn(name, field))], 'it differs').toEqual([name, true]);
  }
  const author = authors === undefined ? [] : ['author'];
  const said = [...what, ...possible, ...author, ...(undo.leaves?.split('; ') ?? [])];
  const others = differences.filter(
    ({ field }) => !alwaysChanges(field) && !said.some((name) => isShownIn(name, field)),
  );
  expect(others, 'nothing else differs').toEqual([]);
}

/** Each difference is named with its values, or as not checked; each named difference exists. */
function expectTrueAfter(
  undo: UndoKind & { kind: 'exact' | 'lossy' },
  rows: readonly PlanRow[],
  differences: readonly WorldDifference[],
  world: World,
): void {
  const differs = rows.flatMap(({ restored }) => restored?.differs ?? []);
  for (const { field: name, before, after } of differs) {
    const here = differences.filter(({ field }) => isShownIn(name, field));
    expect([name, here.length > 0]).toEqual([name, true]);
    const isPlain = here.every((one) => [one.before, one.after].every((value) => typeof value !== 'object'));
    if (isPlain) expect(here.map((one) => valuesOf(one, world))).toContainEqual([before, after]);
  }
  const refused = rows.flatMap(({ state, changes }) => (state === 'refused' ? changes.map(({ field }) => field) : []));
  const unchecked = rows.flatMap(({ restored }) => restored?.unchecked ?? []);
  const said = [...differs.map(({ field }) => field), ...unchecked, ...refused, ...(undo.leaves?.split('; ') ?? [])];
  const others = differences.filter(
    ({ field }) => !alwaysChanges(field) && !said.some((name) => isShownIn(name, field)),
  );
  expect(others, 'the message names every difference').toEqual([]);
}

/** Both values of a difference as a reply shows them. */
function valuesOf({ field, before, after }: WorldDifference, world: World): unknown[] {
  return [before, after].map((value) => {
    if (value === null || value === undefined) return null;
    if (field.endsWith('_at')) return iso(Number(value));
    if (typeof value === 'string' && field === 'remoteMirrors.url') return value.replace(/\/\/.*@/, '//*****@');
    return /\.(author|user)_id$/.test(field) ? world.users.get(Number(value))?.name : value;
  });
}
