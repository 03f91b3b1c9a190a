import { ProtectedBranch, ProtectedBranchCreate } from '#shared/contract/protected-branches.ts';
import { endpoint, exact, lossy, table } from '../endpoint.ts';

export const protectedBranches = table('protected-branches', {
  protect: endpoint('POST /projects/:id/protected_branches', {
    body: ProtectedBranchCreate,
    reply: ProtectedBranch,
    undo: exact(),
    doc: '1:156',
  }),
  // This API doesn't return the access levels of a protected branch
  unprotect: endpoint('DELETE /projects/:id/protected_branches/:name', {
    undo: lossy('developers_can_push', 'developers_can_merge', 'who may push, merge and unprotect'),
    doc: '1:156',
  }),
});
