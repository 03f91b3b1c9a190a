import { z } from 'zod';
import { SecretRef } from './changes.ts';
import { command, epochMs, query } from './kit.ts';

export const secrets = {
  /** Created secrets that were not revealed yet, without links and values. They are lost when Reeve quits. */
  waiting: query(
    z.object({}).optional(),
    z.object({
      secrets: z.array(
        SecretRef.extend({ planId: z.string(), op: z.string(), label: z.string(), field: z.string(), at: epochMs }),
      ),
    }),
  ),
  /** Return a created secret, and delete it unless it is a link. Fails: `missing`. */
  reveal: command(SecretRef, z.object({ value: z.string() })),
};
