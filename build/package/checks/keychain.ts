import process from 'node:process';
import { hasLibsecret } from '../../scripts/debian.ts';
import { run } from '../tools.ts';
import type { Check } from './check.ts';
import { withExtracted } from './extracted.ts';

export const keychain: Check = {
  name: 'the keychain module loads from app.asar',
  run: async ({ first }) => {
    if (!hasLibsecret()) return { skipped: 'libsecret-1-0 is not installed' };
    return withExtracted(first.unpacked, keychainProblems);
  },
};

/** Why the keychain module in `app` can't be loaded. The keychain is not opened. */
export async function keychainProblems(app: string): Promise<string[]> {
  const script =
    "if (typeof require('keytar').getPassword !== 'function') throw new Error('keytar has no getPassword');";
  return run(process.execPath, ['--eval', script], { cwd: app }).then(
    () => [],
    (error: unknown) => [(error as Error).message],
  );
}
