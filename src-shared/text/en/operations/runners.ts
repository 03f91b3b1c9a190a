import { of } from '../operation-words.ts';

export const runners = {
  'runners.create': of('Create', 'runner'),
  'runners.edit': of('Edit', 'runner'),
};
