import { of, planned } from '../operation-words.ts';

export const wikis = {
  'wikis.attach': planned(of('Attach', 'file to a wiki', 'files to wikis')),
  'wikis.create': of('Create', 'wiki page'),
  'wikis.edit': of('Edit', 'wiki page'),
  'wikis.remove': of('Delete', 'wiki page'),
};
