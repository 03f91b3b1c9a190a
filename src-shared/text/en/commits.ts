import { count, plural } from './moments.ts';

/** Words of the lists of commits. */
export const commits = {
  title: 'Commits',
  noun: { one: 'commit', many: 'commits' },
  searchHint: 'SHA, message, or author',
  role: 'access to the code of the project',
  columns: {
    changes: 'Lines',
    position: 'Order',
    parents: 'Parents',
  },
  filter: {
    groups: { commit: 'Commit' },
    author: 'Author contains',
    author_email: 'Email address of the author',
    since: 'Committed on or after',
    until: 'Committed on or before',
  },
  groups: { commit: 'Commit', people: 'Author and committer', checks: 'Status and pipeline' },
  fields: {
    id: 'SHA',
    short_id: 'Short SHA',
    parent_ids: 'Parents',
    stats: 'Lines',
    extended_trailers: 'Trailers with all values',
    author_name: 'Author',
    authored_date: 'Authored',
    committer_name: 'Committer',
    committed_date: 'Committed',
  },
  unnamed: (sha: string) => `Commit ${sha}`,
  /** Added and removed lines. */
  added: (lines: number) => `+${count(lines)}`,
  removed: (lines: number) => `−${count(lines)}`,
  changes: (added: number, removed: number) => `${plural(added, 'line')} added, ${count(removed)} removed`,
  total: (lines: number) => plural(lines, 'line'),
  noParents: 'None (root commit)',
  noTrailers: 'None',
  openParent: (sha: string) => `Open parent ${sha}`,
  list: {
    label: 'Which commits',
    ref: 'Branch, tag, or range',
    defaultRef: (name?: string) => (name === undefined ? 'Default branch' : `Default branch (${name})`),
    all: 'All branches',
    path: 'Path',
    everyPath: 'All files',
    follow: 'Follow renames',
    firstParent: 'First parents only',
    topo: 'Topological order',
    notStored: 'Never synced',
    /** `reason`: why the instance can’t be asked, in a sentence. */
    offline: (reason: string) =>
      `Commits that have never been synced can’t be shown. ${reason} Filters by author and time apply to synced commits.`,
    cut: 'Some older commits are not cached.',
    why: 'The instance selects these commits. Each selection is a separate list, which is kept for offline use.',
  },
};
