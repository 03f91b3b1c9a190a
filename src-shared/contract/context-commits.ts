import { z } from 'zod';

/** The commits to add to, or take away from, the context of a merge request (document 2:41, 2:42), by their SHA. */
export const ContextCommits = z.strictObject({
  commits: z.array(z.string().regex(/^[0-9a-f]{7,64}$/i, 'a SHA')).min(1),
});
