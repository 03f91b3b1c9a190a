import { commitKey } from '#shared/contract/commits.ts';
import type { Fields } from '../derive.ts';

export const commits = {
  idOf: ({ id }: Fields) => (typeof id === 'string' && /^[0-9a-f]{12}/i.test(id) ? commitKey(id) : undefined),
};
