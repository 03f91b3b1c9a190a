import { z } from 'zod';

/** The SHAs of commits to add to or remove from the context of a merge request (document 2:41, 2:42). */
export const ContextCommits = z.strictObject({
  commits: z.array(z.string().regex(/^[0-9a-f]{7,64}$/i, 'a SHA')).min(1),
});
