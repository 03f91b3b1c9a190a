import { Branch, BranchCreate, BranchFilter } from '#shared/contract/branches.ts';
import { allValues } from '#shared/contract/dialect-values.ts';
import { z } from 'zod';
import { endpoint, exact, none, rowsOf, table } from '../endpoint.ts';
import { offsetPaging } from '../client/wire/paging.ts';

export const branches = table('branches', {
  list: endpoint('GET /projects/:id/repository/branches', {
    query: BranchFilter.extend({ sort: z.enum(allValues('branchSorts')).optional(), ...offsetPaging }),
    perDialect: { values: { sort: 'branchSorts' } },
    reply: rowsOf(Branch),
    paging: 'offset',
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
