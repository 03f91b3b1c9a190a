import { z } from 'zod';
import { instant } from './kit.ts';

/** A push mirror (document 1:73). Username and password in its URL are never returned. */
export const RemoteMirror = z.looseObject({
  id: z.number().int(),
  url: z.string().nullish(),
  enabled: z.boolean().nullish(),
  auth_method: z.string().nullish(),
  host_keys: z.array(z.looseObject({ fingerprint_sha256: z.string().nullish() })).nullish(),
  keep_divergent_refs: z.boolean().nullish(),
  only_protected_branches: z.boolean().nullish(),
  mirror_branch_regex: z.string().nullish(),
  last_error: z.string().nullish(),
  last_successful_update_at: instant.nullish(),
  last_update_at: instant.nullish(),
  last_update_started_at: instant.nullish(),
  update_status: z.string().nullish(),
});
export type RemoteMirror = z.infer<typeof RemoteMirror>;

/** The public key of a mirror (document 1:185). */
export const MirrorPublicKey = z.looseObject({ public_key: z.string() });

/** The editable fields of a mirror (document 1:187). `mirror_branch_regex` requires a paid tier. */
export const RemoteMirrorEdit = z.strictObject({
  auth_method: z.enum(['ssh_public_key', 'password']).optional(),
  enabled: z.boolean().optional(),
  /** Either `type key` or a line of known_hosts. */
  host_keys: z.array(z.string().min(1)).optional(),
  keep_divergent_refs: z.boolean().optional(),
  mirror_branch_regex: z.string().optional(),
  only_protected_branches: z.boolean().optional(),
});

/** A new mirror, disabled by default (document 1:186). */
export const RemoteMirrorCreate = RemoteMirrorEdit.extend({ url: z.string().min(1) });
