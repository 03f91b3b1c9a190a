import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';

const folder = join(import.meta.dirname, 'faults');

/** The deliberate faults of all lists, each with the name of its list. */
export async function readMutants(): Promise<(Mutant & { list: string })[]> {
  const files = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((name) => name.endsWith('.ts'));
  const read = files.map(async (name) => {
    const { mutants } = (await import(join(folder, name))) as { mutants: readonly Mutant[] };
    return mutants.map((mutant) => ({ ...mutant, list: name.slice(0, -'.ts'.length) }));
  });
  return (await Promise.all(read)).flat();
}
