/** Fields of users, service accounts, tokens and keys (document 3:7-20). */
export const LISTED_SERVICE_ACCOUNT = ['id', 'name', 'username'];

export const SERVICE_ACCOUNT = ['email', 'id', 'name', 'username'];

export const PENDING_SERVICE_ACCOUNT = ['email', 'id', 'name', 'unconfirmed_email', 'username'];

export const ACCESS_TOKEN = [
  'active',
  'created_at',
  'description',
  'expires_at',
  'id',
  'last_used_at',
  'name',
  'revoked',
  'scopes',
  'user_id',
];

export const NEW_ACCESS_TOKEN = [...ACCESS_TOKEN, 'token'].sort();

const PUBLIC_USER = ['avatar_url', 'id', 'locked', 'name', 'state', 'username', 'web_url'];

const PROFILE = [
  'bio',
  'bot',
  'codehost_a',
  'created_at',
  'followers',
  'following',
  'is_followed',
  'job_title',
  'local_time',
  'location',
  'network_a',
  'network_b',
  'network_c',
  'organization',
  'pronouns',
  'public_email',
  'website_url',
  'work_information',
];

const ADMIN = [
  'can_create_group',
  'can_create_project',
  'color_scheme_id',
  'confirmed_at',
  'created_by',
  'current_sign_in_at',
  'current_sign_in_ip',
  'email',
  'external',
  'extra_shared_runners_minutes_limit',
  'identities',
  'is_admin',
  'is_auditor',
  'last_activity_on',
  'last_sign_in_at',
  'last_sign_in_ip',
  'namespace_id',
  'note',
  'private_profile',
  'projects_limit',
  'provisioned_by_group_id',
  'scim_identities',
  'shared_runners_minutes_limit',
  'theme_id',
  'two_factor_enabled',
  'using_license_seat',
];

export const ADMIN_USER = [...PUBLIC_USER, ...PROFILE, ...ADMIN].sort();

export const ENTERPRISE_USER = [...ADMIN_USER, 'commit_email'].sort();

export const SCIM_IDENTITY = ['active', 'extern_uid', 'group_id'];

export const KEY = ['created_at', 'expires_at', 'id', 'key', 'last_used_at', 'title', 'usage_type', 'user'];

export const DEPLOY_KEY = [...KEY, 'deploy_keys_projects'].sort();

export const DEPLOY_KEY_PROJECT = ['can_push', 'created_at', 'deploy_key_id', 'id', 'project_id', 'updated_at'];
