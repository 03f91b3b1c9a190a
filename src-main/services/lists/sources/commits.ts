import { commits as api } from '#main/api/endpoints/commits.ts';
import { Failure } from '#shared/errors.ts';
import type { OwnSource } from '../list-source.ts';

/** The newest commits of a project, of all branches. */
export const commits: OwnSource<'commits'> = {
  read: ({ send, ref, signal }, _, cached) => {
    if (cached === null) throw new Failure('missing', 'the SHA of this commit is not known', { reason: 'not-cached' });
    return send(api.get, { path: { id: ref, sha: cached.id } }, signal);
  },
  path: ({ ref }, { id: sha }) => `/projects/${encodeURIComponent(ref)}/repository/commits/${sha}`,
};
