import { branches as api } from '#main/api/endpoints/branches.ts';
import { Failure } from '#shared/errors.ts';
import type { OwnSource } from '../list-source.ts';

/** Branches of a project. */
export const branches: OwnSource<'branches'> = {
  read: ({ send, ref, signal }, _, cached) => {
    if (cached === null) throw new Failure('missing', 'the name of this branch is not known', { reason: 'not-cached' });
    return send(api.get, { path: { id: ref, branch: cached.name } }, signal);
  },
  path: ({ ref }, { name }) => `/projects/${encodeURIComponent(ref)}/repository/branches/${encodeURIComponent(name)}`,
};
