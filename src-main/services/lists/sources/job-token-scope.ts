import { jobTokenScope as api } from '#main/api/endpoints/job-token-scope.ts';
import type { OwnSource } from '../list-source.ts';

/** The flags of a project as a list with one row. */
export const jobTokenScope: OwnSource<'jobTokenScope'> = {
  parts: async ({ send, ref, signal }) => [{ rows: [await send(api.get, { path: { id: ref } }, signal)] }],
  read: undefined,
  path: ({ ref }) => `/projects/${encodeURIComponent(ref)}/job_token_scope`,
};
