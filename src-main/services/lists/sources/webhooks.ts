import { webhooks as api } from '#main/api/endpoints/webhooks.ts';
import type { OwnSource } from '../list-source.ts';

/** A webhook that is requested alone keeps the path of its project, which Reeve added. */
export const webhooks: OwnSource<'webhooks'> = {
  read: async ({ send, ref, signal }, id, cached) => ({
    ...(cached?.project_path !== undefined && { project_path: cached.project_path }),
    ...(await send(api.get, { path: { id: ref, hook_id: id } }, signal)),
  }),
  withoutOwnFields: ({ project_path: _, ...row }) => row,
};
