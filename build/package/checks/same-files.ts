import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The files that are only in one of two folders, or whose bytes differ, one line for each. Source maps are not compared. */
export function differences(
  first: string,
  second: string,
  [one, other]: readonly [string, string] = ['the first build', 'the second build'],
): string[] {
  const [a, b] = [filesIn(first), filesIn(second)];
  if (a.length === 0) return [`${first} has no files`];
  return [
    ...a.filter((file) => !b.includes(file)).map((file) => `${file}: only in ${one}`),
    ...b.filter((file) => !a.includes(file)).map((file) => `${file}: only in ${other}`),
    ...a
      .filter((file) => b.includes(file) && !isSameFile(join(first, file), join(second, file)))
      .map((file) => `${file}: differs between ${one} and ${other}`),
  ];
}

export function isSameFile(first: string, second: string): boolean {
  return readFileSync(first).equals(readFileSync(second));
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.endsWith('.map'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
