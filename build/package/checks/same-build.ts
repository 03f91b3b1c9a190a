import { join } from 'node:path';
import type { Check } from './check.ts';
import { differences } from './same-files.ts';

export const sameBuild: Check = {
  name: 'out/ and the unpacked folder with app.asar are the same in two builds',
  run: async ({ first, second }) => {
    const other = await second;
    return [
      ...differences(join(first.project, 'out'), join(other.project, 'out')),
      ...differences(first.unpacked, other.unpacked),
    ];
  },
};
