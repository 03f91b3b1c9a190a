import { of, planned } from '../operation-words.ts';

export const submodules = {
  'submodules.edit': planned(of('Update', 'submodule')),
};
