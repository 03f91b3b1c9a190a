import { expect, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';
import { callInputOf } from '#main/changes/engine/payload.ts';
import { operations } from '#main/changes/operations/index.ts';
import { simulator } from '../api/endpoints/simulator.ts';
import { allCases } from './all-cases.ts';
import { caseContext, must, type Prepare } from './undo-case.ts';

/** Cases of which nothing that can be read tells the very write; all others must be told. */
const undecidable = new Set([
  // Whose commit stands on a new branch, or on one that was written over, is not told
  'files.edit 2',
  'files.remove 2',
  'commits.create 3',
  // There is no branch of that name to look at
  'protected-branches.protect 2',
  // Only the first file can be read
  'project-snippets.edit 3',
]);

const runs = Object.entries(allCases).flatMap(([op, prepares]) =>
  operations[op]?.probe === undefined
    ? []
    : ([] as Prepare[]).concat(prepares).map((prepare, i) => ({ op, name: `${op} ${i + 1}`, prepare })),
);

test.each(runs)('$name: whether it happened is told right, or not at all', async ({ op, name, prepare }) => {
  const { platform, as } = await simulator();
  const send = as('admin');
  const { write } = await prepare(caseContext(platform, send));
  const reading = { send, signal: AbortSignal.timeout(30_000) };
  const { read, probe } = must(operations[op]);
  const before = (await read?.(write, reading)) ?? null;
  const first = await must(probe)(write, before, reading);
  const endpoint = must(endpoints.get(op));
  await send(endpoint, callInputOf(endpoint, write));
  const second = await must(probe)(write, before, reading);
  if (undecidable.has(name)) {
    expect(first).not.toBe('applied');
    expect(second).toBe('unknown');
  } else expect([first, second]).toEqual(['not-applied', 'applied']);
});
