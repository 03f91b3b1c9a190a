import type { submodules as api } from '#main/api/endpoints/submodules.ts';
import type { OperationsOf } from '../operation-kit/operation.ts';
import { branchResource } from './branches.ts';

/** No `read`: the API can't read which commit a submodule points to. */
export const submodules: OperationsOf<typeof api> = {
  'submodules.edit': {
    resources: (write) => [branchResource(write)],
    label: (_, { path }) => String(path['submodule']),
  },
};
