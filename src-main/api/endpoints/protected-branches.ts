import { ProtectedBranch, ProtectedBranchCreate } from '#shared/contract/protected-branches.ts';
import { endpoint, exact, lossy, table } from '../endpoint.ts';

export const protectedBranches = table('protected-branches', {
  protect: endpoint('POST /projects/:id/protected_branches', {
    body: ProtectedBranchCreate,
    reply: ProtectedBranch,
    undo: exact(),
    doc: '1:156',
  }),
  // Who was allowed what can be read nowhere in this API
  unprotect: endpoint('DELETE /projects/:id/protected_branches/:name', {
    undo: lossy('who may push, merge and unprotect'),
    doc: '1:156',
  }),
});
