import { branchKey } from '#shared/contract/branches.ts';
import type { Fields } from '../derive.ts';

export const branches = {
  idOf: ({ name }: Fields) => (typeof name === 'string' ? branchKey(name) : undefined),
};
