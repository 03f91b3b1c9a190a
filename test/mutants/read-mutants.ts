import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';

const folder = import.meta.dirname;
/** Files of this folder that are not lists of faults. */
const machinery = new Set(['main.ts', 'mutant.ts', 'read-mutants.ts', 'sandbox.ts']);

/** The deliberate faults of all lists in this folder, each with the name of its list. */
export async function readMutants(): Promise<(Mutant & { list: string })[]> {
  const lists = readdirSync(folder).filter((name) => name.endsWith('.ts') && !machinery.has(name));
  const read = lists.map(async (name) => {
    const { mutants } = (await import(join(folder, name))) as { mutants: readonly Mutant[] };
    return mutants.map((mutant) => ({ ...mutant, list: name.slice(0, -'.ts'.length) }));
  });
  return (await Promise.all(read)).flat();
}
