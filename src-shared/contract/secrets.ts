import { z } from 'zod';
import { SecretRef } from './changes.ts';
import { command, epochMs, query } from './kit.ts';

export const secrets = {
  /** What waits to be told, without its value: of which op and thing. Forgotten when Reeve ends. */
  waiting: query(
    z.object({}).optional(),
    z.object({
      secrets: z.array(
        SecretRef.extend({ planId: z.string(), op: z.string(), label: z.string(), field: z.string(), at: epochMs }),
      ),
    }),
  ),
  /** A newly minted value, told once: the ref is dead afterwards. Fails: `missing`. */
  reveal: command(SecretRef, z.object({ value: z.string() })),
};
