import type { ListWords } from './list-words.ts';

export const groupReleases: ListWords<'groupReleases'> = {
  noun: { one: 'release', many: 'releases' },
  searchHint: 'Name, tag, description, or author',
  groups: { release: 'Release', code: 'Code' },
  fields: {
    release_key: 'Key in Reeve',
    commit_path: 'Path of the commit',
    tag_path: 'Path of the tag',
  },
  filters: {
    released_after: 'Released on or after',
    released_before: 'Released on or before',
  },
};
