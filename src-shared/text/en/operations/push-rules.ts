import { of } from '../operation-words.ts';

export const pushRules = {
  'push-rules.create': of('Create', 'push rule'),
  'push-rules.edit': of('Edit', 'push rule'),
  'push-rules.remove': of('Delete', 'push rule'),
};
