import { z } from 'zod';
import { collection } from './collection.ts';
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

/** The documented states of a mirror (document 1:98). */
export const mirrorStatuses = ['none', 'scheduled', 'started', 'finished', 'failed'] as const;

export const RemoteMirrorListFilter = z.object({
  update_status: z.array(z.enum(mirrorStatuses)).optional(),
  enabled: z.boolean().optional(),
  auth_method: z.enum(['ssh_public_key', 'password']).optional(),
  success_before: instant.optional(),
});

/** Push mirrors of projects: `project:ID`. */
export const remoteMirrors = collection({
  row: RemoteMirror,
  lists: { project: 'GET /projects/:id/remote_mirrors' },
  one: 'GET /projects/:id/remote_mirrors/:mirror_id',
  title: 'url',
  about: 'update_status',
  columns: {
    url: 'normal',
    update_status: 'text',
    enabled: 'flag',
    auth_method: 'text',
    last_successful_update_at: 'last',
    last_update_at: 'last',
  },
  searched: ['url', 'last_error'],
  indexes: [['url'], ['update_status'], ['last_successful_update_at']],
  counted: ['update_status', 'enabled'],
  groups: {
    mirror: ['url', 'enabled', 'auth_method', 'only_protected_branches', 'mirror_branch_regex', 'keep_divergent_refs'],
    updates: ['update_status', 'last_error', 'last_successful_update_at', 'last_update_at', 'last_update_started_at'],
    keys: ['host_keys'],
  },
  filter: RemoteMirrorListFilter,
  where: {
    update_status: 'oneOf',
    enabled: 'flag',
    auth_method: 'equal',
    success_before: { by: 'before', column: 'last_successful_update_at' },
  },
});
