import type { submodules as api } from '#main/api/endpoints/submodules.ts';
import type { OperationsOf } from '../operation-kit/operation.ts';
import { nameIn } from '../operation-kit/probes.ts';
import { branchResource } from './branches.ts';

/** No `read`: the API can't read which commit a submodule points to. */
export const submodules: OperationsOf<typeof api> = {
  'submodules.edit': {
    // The new commit is the head of the branch
    caches: {
      kind: 'fields',
      collection: 'branches',
      scope: 'project',
      id: ({ body }) => nameIn(body, 'branch'),
      fields: (_, reply) => (typeof reply['id'] === 'string' ? { commit: reply } : {}),
    },
    resources: (write) => [branchResource(write)],
    names: { label: ({ path }) => String(path.submodule), detail: ({ body }) => nameIn(body, 'branch') },
  },
};
