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

/** Whether a text of its file is the whole name of the test, apart from the parts that are inserted at run time. */
function isThere(noticed: string): boolean {
  const { file, name } = testNameOf(noticed);
  return existsSync(file) && textsIn(file).some((text) => text.test(name));
}

const known = new Map<string, RegExp[]>();
/** A text in quotes, and in it the parts that are inserted at run time. */
const quoted = /'(?:[^'\\\n]|\\.)+'|"(?:[^"\\\n]|\\.)+"|`(?:[^`\\]|\\.)+`/gu;
const inserted = /%[sdijo#]|\$\{[^}]*\}|\$[a-z]\w*/gu;
/** A text with fewer fixed characters would stand for any name. */
const leastFixed = 8;

function textsIn(file: string): RegExp[] {
  const read = known.get(file);
  if (read !== undefined) return read;
  const texts = [...readFileSync(file, 'utf8').matchAll(quoted)]
    .map(([text]) => text.slice(1, -1).replaceAll(/\\(.)/gu, '$1').split(inserted))
    .filter((parts) => parts.join('').length >= leastFixed)
    .map((parts) => new RegExp(`^${parts.map(literally).join('.*')}$`, 'u'));
  known.set(file, texts);
  return texts;
}

/** The pattern that matches exactly this text. */
const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);

function why(attempt: () => unknown): [string] | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return [(error as Error).message];
  }
}
