import { z } from 'zod';

/** A protected branch or pattern. The documents show none of its fields (document 1:156). */
export const ProtectedBranch = z.looseObject({ name: z.string().nullish() });
export type ProtectedBranch = z.infer<typeof ProtectedBranch>;

/** The documents show no parameters (document 1:156, readings 34): fields besides the name are sent unchanged. */
export const ProtectedBranchCreate = z.looseObject({ name: z.string().min(1) });
