import { of } from '../operation-words.ts';

export const files = {
  'files.create': of('Create', 'file'),
  'files.edit': of('Edit', 'file'),
  'files.remove': of('Delete', 'file'),
};
