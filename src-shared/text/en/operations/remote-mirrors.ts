import { of, planned } from '../operation-words.ts';

export const remoteMirrors = {
  'remote-mirrors.create': of('Create', 'mirror'),
  'remote-mirrors.edit': of('Edit', 'mirror'),
  'remote-mirrors.remove': of('Delete', 'mirror'),
  'remote-mirrors.sync': planned(of('Update', 'mirror')),
};
