import { of } from '../operation-words.ts';

export const members = {
  'members.create': of('Add', 'member'),
};
