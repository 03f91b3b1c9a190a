import { Commit } from '#shared/contract/commits.ts';
import { ContextCommits } from '#shared/contract/context-commits.ts';
import { endpoint, exact, lossy, paged, rowsOf, table } from '../endpoint.ts';

export const contextCommits = table('context-commits', {
  list: endpoint('GET /projects/:id/merge_requests/:merge_request_iid/context_commits', {
    ...paged(Commit),
    isWholeWithoutHeaders: true,
    doc: '2:40',
  }),
  add: endpoint('POST /projects/:id/merge_requests/:merge_request_iid/context_commits', {
    body: ContextCommits,
    // Source: GitLab refuses more with 400
    mostEntries: { field: 'commits', count: 20 },
    reply: rowsOf(Commit),
    undo: exact(),
    doc: '2:41',
  }),
  /** Not repeated: the platform may refuse the second request, which would hide that the first one succeeded. */
  remove: endpoint('DELETE /projects/:id/merge_requests/:merge_request_iid/context_commits', {
    body: ContextCommits,
    repeat: 'never',
    undo: lossy('the order of the commits'),
    doc: '2:42',
  }),
});
