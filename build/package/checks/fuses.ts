import { join } from 'node:path';
import { fuseProblems } from '../fuses.ts';
import { readFuses } from '../tools.ts';
import type { Check } from './check.ts';

export const fuses: Check = {
  name: 'the nine fuses of Electron have the values of build/package/fuses.ts',
  run: async ({ first }) => fuseProblems(await readFuses(join(first.unpacked, 'reeve'))),
};
