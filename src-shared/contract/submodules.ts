import { z } from 'zod';

/** A commit that changes which commit a submodule points to (document 1:162). The reply is a `Commit`. */
export const SubmoduleEdit = z.strictObject({
  branch: z.string().min(1),
  commit_sha: z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/i, 'a full SHA'),
  /** Default: a message of the platform. */
  commit_message: z.string().min(1).optional(),
});
