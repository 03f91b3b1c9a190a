import type { Operation } from './operation.ts';

/** For operations on a group or project itself, such as its push rule. Its path is typed as confirmation. */
export const ofPlace = {
  names: { of: 'place' },
  nameToType: ({ place }) => place ?? null,
} as const satisfies Pick<Operation, 'names' | 'nameToType'>;
