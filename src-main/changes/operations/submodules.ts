import type { submodules as api } from '#main/api/endpoints/submodules.ts';
import type { OperationsOf } from '../operation-kit/operation.ts';
import { branchThing } from './branches.ts';

/** Which commit a submodule points at can be read nowhere in this API. */
export const submodules: OperationsOf<typeof api> = {
  'submodules.edit': { resources: (write) => [branchThing(write)], label: (_, { path }) => String(path['submodule']) },
};
