import { Commit, CommitCreate, CommitFilter } from '#shared/contract/commits.ts';
import { z } from 'zod';
import { endpoint, exact, paged, table } from '../endpoint.ts';
import { commitsStay } from './files.ts';

export const commits = table('commits', {
  /** The only list that never reports totals. */
  list: endpoint('GET /projects/:id/repository/commits', {
    // `trailers`: parse the trailers of each message
    ...paged(Commit, CommitFilter.extend({ trailers: z.boolean().optional(), with_stats: z.boolean().optional() })),
    doc: '1:149',
  }),
  create: endpoint('POST /projects/:id/repository/commits', {
    body: CommitCreate,
    contentField: 'content',
    reply: Commit,
    undo: exact(commitsStay),
    exclusive: [['start_branch', 'start_sha']],
    limit: 'large-request',
    doc: '1:150',
  }),
  /** `sha` may also be the name of a branch or tag. */
  get: endpoint('GET /projects/:id/repository/commits/:sha', {
    query: z.object({ stats: z.boolean().optional() }),
    reply: Commit,
    doc: '1:151',
  }),
});
