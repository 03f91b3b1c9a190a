import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testNameOf, withFault } from '../mutants/mutant.ts';
import { readMutants } from '../mutants/read-mutants.ts';

test('the source contains the text that each deliberate fault replaces, and the files of its tests exist', async () => {
  const mutants = await readMutants();
  const outdated = mutants.flatMap((mutant) => {
    const missing = mutant.noticedBy.map((test) => testNameOf(test).file).filter((file) => !existsSync(file));
    return [...(why(() => withFault(readFileSync(mutant.file, 'utf8'), mutant)) ?? []), ...missing];
  });
  expect(outdated).toEqual([]);
});

function why(attempt: () => unknown): [string] | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return [(error as Error).message];
  }
}
