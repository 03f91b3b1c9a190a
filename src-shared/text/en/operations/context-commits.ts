import { of } from '../operation-words.ts';

export const contextCommits = {
  'context-commits.add': of('Add context commits to', 'merge request'),
  'context-commits.remove': of('Remove context commits from', 'merge request'),
};
