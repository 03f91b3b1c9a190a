import { Commit } from '#shared/contract/commits.ts';
import { SubmoduleEdit } from '#shared/contract/submodules.ts';
import { endpoint, none, table } from '../endpoint.ts';

export const submodules = table('submodules', {
  /** `submodule` is its path. */
  edit: endpoint('PUT /projects/:id/repository/submodules/:submodule', {
    body: SubmoduleEdit,
    reply: Commit,
    repeat: 'never',
    undo: none('Reeve can’t read the previous commit of the submodule'),
    doc: '1:162',
  }),
});
