import { commonLabels } from './common-labels.ts';
import type { ListWords } from './list-words.ts';

export const groupReleases: ListWords<'groupReleases'> = {
  noun: { one: 'release', many: 'releases' },
  searchHint: 'Name, tag, description, or author',
  groups: { release: 'Release', code: 'Code' },
  fields: {
    ...commonLabels,
    release_key: 'Key in Reeve',
    released_at: 'Released',
    commit: 'Commit',
    commit_path: 'Path of the commit',
    tag_path: 'Path of the tag',
  },
  filters: {
    upcoming_release: 'Upcoming',
    tag_name: 'Tag',
    released_after: 'Released on or after',
    released_before: 'Released on or before',
  },
};
