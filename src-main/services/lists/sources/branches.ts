import { branches as api } from '#main/api/endpoints/branches.ts';
import { Failure } from '#shared/errors.ts';
import type { Listing } from '../listing.ts';

/** Branches of a project. */
export const branches: Listing<'branches'> = {
  stem: 'branches',
  scopes: ['project'],
  parts: ({ ref }) => [{ endpoint: api.list, input: { path: { id: ref } } }],
  read: ({ send, ref, signal }, _, cached) => {
    if (cached === null) throw new Failure('missing', 'the name of this branch is not known', { reason: 'not-cached' });
    return send(api.get, { path: { id: ref, branch: cached.name } }, signal);
  },
  path: ({ ref }, { name }) => `/projects/${encodeURIComponent(ref)}/repository/branches/${encodeURIComponent(name)}`,
};
