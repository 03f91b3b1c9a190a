import { z } from 'zod';
import { collection } from './collection.ts';
import { Commit } from './commits.ts';

/** The SHAs of commits to add to or remove from the context of a merge request (document 2:41, 2:42). */
export const ContextCommits = z.strictObject({
  commits: z.array(z.string().regex(/^[0-9a-f]{7,64}$/i, 'a SHA')).min(1),
});

/** The commits that were added to a merge request for reference: `project:7/mr:3` (document 2:40). */
export const contextCommits = collection({
  row: Commit,
  lists: { 'project/mr': 'GET /projects/:id/merge_requests/:merge_request_iid/context_commits' },
  title: ['title', 'short_id'],
  about: 'short_id',
  columns: {
    committed_date: 'moment',
    author_name: 'normal',
    title: 'normal',
  },
  order: { by: 'committed_date', direction: 'desc' },
  searched: ['id', 'title', 'message', 'author_name', 'author_email'],
  isInPalette: false,
  isCounted: false,
});
