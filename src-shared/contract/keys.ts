import { z } from 'zod';
import { instant } from './kit.ts';
import { User } from './users.ts';

/** A project that a deploy key opens (document 3:20). */
export const DeployKeyProject = z.looseObject({
  id: z.number().int().nullish(),
  deploy_key_id: z.number().int().nullish(),
  project_id: z.number().int(),
  can_push: z.boolean().nullish(),
  created_at: instant.nullish(),
  updated_at: instant.nullish(),
});

/** An SSH key with its owner, or a deploy key with its projects (document 3:20). */
export const Key = z.looseObject({
  id: z.number().int(),
  title: z.string().nullish(),
  key: z.string().nullish(),
  created_at: instant.nullish(),
  expires_at: instant.nullish(),
  last_used_at: instant.nullish(),
  usage_type: z.string().nullish(),
  user: User.partial().nullish(),
  deploy_keys_projects: z.array(DeployKeyProject).nullish(),
});
export type Key = z.infer<typeof Key>;
