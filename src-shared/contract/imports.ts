import { z } from 'zod';

/** A repository that is being imported, as the import of code host A replies (document 3:35). */
export const ImportResult = z.looseObject({
  id: z.number().int(),
  name: z.string().nullish(),
  full_path: z.string().nullish(),
  full_name: z.string().nullish(),
  refs_url: z.string().nullish(),
  import_source: z.string().nullish(),
  import_status: z.string().nullish(),
  human_import_status_name: z.string().nullish(),
  provider_link: z.string().nullish(),
  relation_type: z.string().nullish(),
  import_warning: z.string().nullish(),
});
export type ImportResult = z.infer<typeof ImportResult>;

/** The same where the documents show no reply (document 3:99, 3:104): nothing in it is certain. */
export const ImportReply = ImportResult.partial().nullish();
export type ImportReply = z.infer<typeof ImportReply>;

const timeoutStrategy = z.enum(['optimistic', 'pessimistic']);
const plainAddress = /^https?:\/\/[^/?#@\\\s]+([/?#]\S*)?$/i;
const namespace = z.string().regex(/\S/, 'may not be blank');

/** A repository of code host A (document 3:98). */
export const NewImportA = z.object({
  personal_access_token: z.string().min(1),
  repo_id: z.number().int(),
  target_namespace: namespace,
  codehost_a_hostname: z.string().min(1).optional(),
  new_name: z.string().min(1).optional(),
  optional_stages: z
    .strictObject({
      attachments_import: z.boolean().optional(),
      collaborators_import: z.boolean().optional(),
      single_endpoint_notes_import: z.boolean().optional(),
    })
    .optional(),
  pagination_limit: z.number().int().min(1).optional(),
  timeout_strategy: timeoutStrategy.optional(),
});
export type NewImportA = z.infer<typeof NewImportA>;

/** A repository of a code host B server (document 3:101). The address may not carry a user name or a password. */
export const NewImportBServer = z.object({
  codehost_b_server_project: z.string().min(1),
  codehost_b_server_repo: z.string().min(1),
  codehost_b_server_url: z.string().regex(plainAddress, 'an http or https address without user name and password'),
  codehost_b_server_username: z.string().min(1),
  personal_access_token: z.string().min(1),
  new_name: z.string().min(1).optional(),
  target_namespace: namespace.optional(),
  timeout_strategy: timeoutStrategy.optional(),
});
export type NewImportBServer = z.infer<typeof NewImportBServer>;

/** A repository of code host B: with address and API token, or with the deprecated user name and password (document 3:102). */
export const NewImportB = z
  .object({
    repo_path: z.string().min(1),
    target_namespace: namespace,
    new_name: z.string().min(1).optional(),
    codehost_b_email: z.string().min(1).optional(),
    codehost_b_api_token: z.string().min(1).optional(),
    codehost_b_username: z.string().min(1).optional(),
    codehost_b_app_password: z.string().min(1).optional(),
  })
  .refine((given) => given.codehost_b_api_token !== undefined || given.codehost_b_app_password !== undefined, {
    path: ['codehost_b_api_token'],
    message: 'either an API token or an app password is needed',
  });
export type NewImportB = z.infer<typeof NewImportB>;
