import { of } from '../operation-words.ts';

export const artifacts = {
  'artifacts.keep': of('Keep artifacts of', 'job'),
  'artifacts.remove': of('Delete artifacts of', 'job'),
  'artifacts.removeAll': of('Delete all artifacts of', 'project'),
};
