import type { Check } from './check.ts';
import { isSameFile } from './same-files.ts';

export const sameDeb: Check = {
  name: 'the deb is the same in two builds',
  run: async ({ first, second }) => {
    const { deb } = await second;
    if (first.deb === undefined || deb === undefined) return { skipped: 'dpkg-deb is not installed' };
    return isSameFile(first.deb, deb) ? [] : [`${first.deb} and ${deb} differ`];
  },
};
