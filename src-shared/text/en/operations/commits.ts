import { of } from '../operation-words.ts';

export const commits = {
  'commits.create': of('Create', 'commit'),
};
