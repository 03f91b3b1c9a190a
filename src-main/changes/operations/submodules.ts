import type { Subjects } from '../subject/subject.ts';
import { branchThing } from './branches.ts';

/** Which commit a submodule points at can be read nowhere in this API. */
export const submodules: Subjects = {
  'submodules.edit': { things: (write) => [branchThing(write)], label: (_, { path }) => String(path['submodule']) },
};
