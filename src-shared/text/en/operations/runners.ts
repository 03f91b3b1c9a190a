import { of, planned } from '../operation-words.ts';

export const runners = {
  'runners.create': planned(of('Register', 'runner')),
  'runners.edit': of('Edit', 'runner'),
};
