import { z } from 'zod';

/** A commit that points a submodule at another commit (document 1:162); answered with a `Commit`. */
export const SubmoduleEdit = z.strictObject({
  branch: z.string().min(1),
  commit_sha: z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/i, 'a full SHA'),
  /** The platform has a message of its own when this is absent. */
  commit_message: z.string().min(1).optional(),
});
