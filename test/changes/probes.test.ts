import { expect, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';
import { callInputOf } from '#main/changes/engine/payload.ts';
import { operations } from '#main/changes/operations/index.ts';
import { simulator } from '../api/endpoints/simulator.ts';
import { allCases } from './all-cases.ts';
import { caseContext, must, type Prepare } from './undo-case.ts';

/** Cases that a probe can't decide, because no readable state identifies the write. It must decide all others. */
const undecidable = new Set([
  // The author of the last commit on a new or overwritten branch is not known
  'files.edit 2',
  'files.remove 2',
  'commits.create 3',
  // No branch has this name
  'protected-branches.protect 2',
  // Only the first file can be read
  'project-snippets.edit 3',
]);

const runs = Object.entries(allCases).flatMap(([op, prepares]) =>
  operations[op]?.probe === undefined
    ? []
    : ([] as Prepare[]).concat(prepares).map((prepare, i) => ({ op, name: `${op} ${i + 1}`, prepare })),
);

test.each(runs)('$name: its probe returns the correct outcome, or unknown', async ({ op, name, prepare }) => {
  const { platform, as } = await simulator();
  const send = as('admin');
  const write = await prepare(caseContext(platform, send));
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
