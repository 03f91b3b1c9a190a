import { of } from '../operation-words.ts';

export const submodules = {
  'submodules.edit': of('Update', 'submodule'),
};
