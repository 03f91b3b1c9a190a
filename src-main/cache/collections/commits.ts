import { Commit, commitKey, type CachedCommitFilter } from '#shared/contract/commits.ts';
import { given, is } from '../conditions.ts';
import type { Definition, Fields, Statement } from '../derive.ts';
import { projectOfPage } from '../named.ts';
import { foldedText } from '../normal-text.ts';

/** What the cache derives from commits (document 1:37). */
export const commits = {
  stem: 'commits',
  list: 'commits',
  detail: 'commits.detail',
  isScoped: true,
  record: Commit,
  idOf: ({ id }: Fields) => (typeof id === 'string' && /^[0-9a-f]{12}/i.test(id) ? commitKey(id) : undefined),
  volatile: [],
  columns: {
    committed_date: { field: 'committed_date', as: 'moment' },
    author_name: { field: 'author_name', as: 'normal' },
    author_email: { field: 'author_email', as: 'folded' },
    title: { field: 'title', as: 'normal' },
  },
  hay: ['id', 'title', 'message', 'author_name', 'author_email'],
  indexes: [['committed_date'], ['author_email', 'committed_date']],
  counts: [],
  conditions,
  names: ({ web_url: page }: Fields, scope: string) => projectOfPage(page, scope),
} satisfies Definition;

function conditions({ author_email, since, until }: CachedCommitFilter): Statement[] {
  return given([
    author_email !== undefined && is.equal('author_email', foldedText(author_email)),
    is.since('committed_date', since),
    is.until('committed_date', until),
  ]);
}
