import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file with the names that data folders hold. It is written by `npm run stored-names`. */
export const file = join(import.meta.dirname, 'stored-names.json');

interface Recorded {
  /** The version of Reeve for which the names of collections were recorded last. */
  version: string;
  /** The names of each kind, sorted. */
  names: Readonly<Record<string, readonly string[]>>;
}

export const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded;

/** The version of Reeve in package.json. */
export const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
