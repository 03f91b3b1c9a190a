import { count, plural } from './moments.ts';

/** Words of the list of branches. */
export const branches = {
  title: 'Branches',
  noun: { one: 'branch', many: 'branches' },
  searchHint: 'Name, newest commit, or author',
  role: 'access to the code of the project',
  columns: {
    flags: 'State',
    committed_date: 'Newest commit',
    commit_title: 'Title of the newest commit',
    author: 'Author',
    developers_can_push: 'Developers push',
    developers_can_merge: 'Developers merge',
  },
  flags: { default: 'Default', protected: 'Protected', merged: 'Merged' },
  views: {
    protected: 'Protected',
    merged: 'Merged',
    open: 'Not merged',
  },
  filter: {
    groups: { state: 'State', push: 'Push', name: 'Name' },
    merged: 'Merged',
    search: 'Name contains',
    searchHelp: '^term finds names that start with it, term$ those that end with it',
    regex: 'Name matches (RE2)',
  },
  groups: { branch: 'Branch', commit: 'Newest commit' },
  fields: {
    default: 'Default branch',
    merged: 'Merged into the default branch',
    can_push: 'You can push',
    commit: 'Newest commit',
  },
  commitsOf: 'Commits of this branch',
  openCommit: (sha: string) => `Open commit ${sha}`,
  push: {
    title: 'Who may push (inferred)',
    rules: {
      open: 'The branch isn’t protected, so people with at least the Developer role may push.',
      developers:
        'The branch is protected and Developers can push, so people with at least the Developer role may push.',
      maintainers:
        'The branch is protected and Developers can’t push, so people with at least the Maintainer role may push.',
      unknown: 'The instance didn’t return whether this branch is protected.',
    },
    limits:
      'Reeve infers this from the branch and the members of the project. Rules for single people or groups, or for “No one”, aren’t part of the list of branches.',
    age: 'Members',
    people: (n: number) => plural(n, 'person', 'people'),
    more: (n: number) => `and ${count(n)} more`,
    none: 'No synced member has such a role.',
    neverSynced: 'The members of this project have never been synced.',
    failed: 'Couldn’t sync the members.',
    direct: 'direct',
    inherited: 'inherited or invited',
    until: (day: string) => `until ${day}`,
    state: (state: string) => `account ${state}`,
  },
};
