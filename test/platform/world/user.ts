export type UserState = 'active' | 'blocked' | 'blocked_pending_approval' | 'deactivated';
export type UserType = 'human' | 'service_account' | 'project_bot' | 'internal';

/** An account with the field names of the documents. Times are in milliseconds, and formatted by views/users.ts. */
export interface User {
  readonly id: number;
  username: string;
  name: string;
  state: UserState;
  type: UserType;
  /** Why an active account is refused on real installations, until its user signs in with a browser. */
  sign_in_obstacle: 'terms' | 'two_factor' | null;
  locked: boolean;
  avatar_url: string | null;
  created_at: number;
  updated_at: number;
  bio: string;
  location: string;
  public_email: string;
  network_a: string;
  network_b: string;
  network_c: string;
  codehost_a: string;
  website_url: string;
  organization: string;
  job_title: string;
  pronouns: string;
  work_information: string | null;
  follower_ids: readonly number[];
  following: number;
  utc_offset_minutes: number;
  email: string;
  /** An email address that is not confirmed yet (readings 30). */
  unconfirmed_email: string | null;
  commit_email: string | null;
  is_admin: boolean;
  is_auditor: boolean;
  last_sign_in_at: number | null;
  current_sign_in_at: number | null;
  confirmed_at: number | null;
  last_activity_on: number | null;
  theme_id: number;
  color_scheme_id: number;
  projects_limit: number;
  note: string | null;
  identities: readonly Identity[];
  scim_identities: readonly ScimIdentity[];
  can_create_group: boolean;
  can_create_project: boolean;
  two_factor_enabled: boolean;
  external: boolean;
  private_profile: boolean;
  current_sign_in_ip: string | null;
  last_sign_in_ip: string | null;
  namespace_id: number;
  /** The user who created this account; null: the user signed up. */
  created_by_id: number | null;
  shared_runners_minutes_limit: number | null;
  extra_shared_runners_minutes_limit: number | null;
  using_license_seat: boolean;
  provisioned_by_group_id: number | null;
  custom_attributes: readonly { key: string; value: string }[];
}

export interface Identity {
  provider: string;
  extern_uid: string;
  saml_provider_id: number | null;
}

export interface ScimIdentity {
  extern_uid: string;
  group_id: number | null;
  active: boolean;
}

export type NewUser = Partial<User> & Pick<User, 'username'>;

const NO_ONE: readonly number[] = [];

/** A complete account from the given fields and defaults. */
export function withDefaults(given: NewUser, id: number, now: number): User {
  const createdAt = given.created_at ?? now;
  return {
    name: given.username,
    state: 'active',
    type: 'human',
    sign_in_obstacle: null,
    locked: false,
    avatar_url: null,
    updated_at: createdAt,
    bio: '',
    location: '',
    public_email: '',
    network_a: '',
    network_b: '',
    network_c: '',
    codehost_a: '',
    website_url: '',
    organization: '',
    job_title: '',
    pronouns: '',
    work_information: null,
    follower_ids: NO_ONE,
    following: 0,
    utc_offset_minutes: 0,
    email: `${given.username}@example.com`,
    unconfirmed_email: null,
    commit_email: null,
    is_admin: false,
    is_auditor: false,
    last_sign_in_at: null,
    current_sign_in_at: null,
    confirmed_at: createdAt,
    last_activity_on: null,
    theme_id: 1,
    color_scheme_id: 1,
    projects_limit: 100_000,
    note: null,
    identities: [],
    scim_identities: [],
    can_create_group: true,
    can_create_project: true,
    two_factor_enabled: false,
    external: false,
    private_profile: false,
    current_sign_in_ip: null,
    last_sign_in_ip: null,
    namespace_id: 1_000_000 + id,
    created_by_id: null,
    shared_runners_minutes_limit: null,
    extra_shared_runners_minutes_limit: null,
    using_license_seat: false,
    provisioned_by_group_id: null,
    custom_attributes: [],
    ...given,
    id,
    created_at: createdAt,
  };
}
