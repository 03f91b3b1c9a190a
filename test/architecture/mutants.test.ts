import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testNameOf, withFault } from '../mutants/mutant.ts';
import { readMutants } from '../mutants/read-mutants.ts';

test('the source contains the text that each deliberate fault replaces, and the tests that notice it exist', async () => {
  const mutants = await readMutants();
  const outdated = mutants.flatMap((mutant) => {
    const missing = mutant.noticedBy.filter((test) => !isThere(test));
    return [...(why(() => withFault(readFileSync(mutant.file, 'utf8'), mutant)) ?? []), ...missing];
  });
  expect(outdated).toEqual([]);
});

/** Whether the test exists. If its file builds names at run time, every name counts as existing. */
function isThere(noticed: string): boolean {
  const { file, name } = testNameOf(noticed);
  if (!existsSync(file)) return false;
  const source = readFileSync(file, 'utf8');
  return source.replaceAll(/\\(.)/gu, '$1').includes(name) || /\btest\(\s*`|%[ds]|\.each/u.test(source);
}

function why(attempt: () => unknown): [string] | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return [(error as Error).message];
  }
}
