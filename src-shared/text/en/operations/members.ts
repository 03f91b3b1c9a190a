import { of, planned } from '../operation-words.ts';

export const members = {
  'members.create': planned(of('Add', 'member')),
};
