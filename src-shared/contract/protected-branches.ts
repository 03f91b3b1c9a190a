import { z } from 'zod';

/** A protected branch or pattern; document 1:156 names the call and shows no field of it. */
export const ProtectedBranch = z.looseObject({ name: z.string().nullish() });
export type ProtectedBranch = z.infer<typeof ProtectedBranch>;

/** The parameter is not shown (document 1:156, readings 34). */
export const ProtectedBranchCreate = z.strictObject({ name: z.string().min(1) });
