import { join } from 'node:path';
import { run } from '../tools.ts';
import type { Check } from './check.ts';
import { findProgram } from './find-program.ts';

export const desktopFile: Check = {
  name: 'desktop-file-validate accepts reeve.desktop',
  run: ({ first }) => validate(join(first.project, 'build', 'package', 'reeve.desktop')),
};

/** What desktop-file-validate prints about a desktop file. */
export async function validate(file: string): Promise<readonly string[] | { skipped: string }> {
  const program = findProgram('desktop-file-validate');
  if (program === undefined) return { skipped: 'desktop-file-validate (desktop-file-utils) is not installed' };
  const printed = await run(program, [file]).catch((error: unknown) => (error as Error).message);
  return printed.split('\n').filter((line) => line.trim() !== '');
}
