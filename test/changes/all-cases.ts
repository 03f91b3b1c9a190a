import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Cases, Sentences } from './undo-case.ts';

const folder = import.meta.dirname;
const modules = await Promise.all(
  readdirSync(folder)
    .filter((file) => file.endsWith('-cases.ts') && file !== 'all-cases.ts')
    .map(
      async (file) => (await import(pathToFileURL(join(folder, file)).href)) as { cases: Cases; sentences?: Sentences },
    ),
);

/** At least one case for every write operation: the constants `cases` of all files `*-cases.ts` of this folder. */
export const allCases: Cases = merged(modules.map(({ cases }) => cases));

/** Sentences that differ from the default ones: the constants `sentences` of these files. */
export const ownSentences: Sentences = merged(modules.map(({ sentences = {} }) => sentences));

function merged<T>(tables: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> {
  return Object.fromEntries(tables.flatMap((table) => Object.entries(table)));
}
