import type { Subjects } from '../subject.ts';

/** Which commit a submodule points at can be read nowhere in this API. */
export const submodules: Subjects = {
  'submodules.edit': { label: (_, { path }) => String(path['submodule']) },
};
