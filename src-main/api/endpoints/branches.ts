import { Branch, BranchCreate, BranchFilter } from '#shared/contract/branches.ts';
import { allValues } from '#shared/contract/dialect-values.ts';
import { z } from 'zod';
import { endpoint, exact, none, paged, table } from '../endpoint.ts';

export const branches = table('branches', {
  list: endpoint('GET /projects/:id/repository/branches', {
    ...paged(Branch, BranchFilter.extend({ sort: z.enum(allValues('branchSorts')).optional() })),
    perDialect: { values: { sort: 'branchSorts' } },
    exclusive: [['regex', 'search']],
    doc: '1:154',
  }),
  get: endpoint('GET /projects/:id/repository/branches/:branch', { reply: Branch, doc: '1:155' }),
  create: endpoint('POST /projects/:id/repository/branches', {
    body: BranchCreate,
    reply: Branch,
    undo: exact(),
    doc: '1:157',
  }),
  // Undo creates the branch at the same commit; default and protected branches can't be deleted
  remove: endpoint('DELETE /projects/:id/repository/branches/:branch', { undo: exact(), doc: '1:158' }),
  removeMerged: endpoint('DELETE /projects/:id/repository/merged_branches', {
    undo: none('the instance doesn’t report which branches it deletes'),
    doc: '1:159',
  }),
});
