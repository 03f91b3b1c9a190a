import { serviceLabel, type DialectName, type Service } from './dialect-names.ts';

const services: readonly Service[] = ['network_a', 'network_b', 'network_c', 'codehost_a'];

/** Texts of a user's side panel. */
export const userFields = {
  groups: {
    account: 'Account',
    access: 'Access',
    signIn: 'Sign-in',
    profile: 'Profile',
    identities: 'Identities',
    scim: 'SCIM identities',
    license: 'License and compute',
    attributes: 'Custom attributes',
  },

  fields: {
    id: 'User ID',
    username: 'Username',
    name: 'Name',
    state: 'State',
    locked: 'Locked',
    created_at: 'Created',
    created_by: 'Created by',
    confirmed_at: 'Confirmed',
    email: 'Email',
    commit_email: 'Commit email',
    unconfirmed_email: 'Unconfirmed email',
    namespace_id: 'Namespace ID',
    note: 'Note',
    web_url: 'Address',
    avatar_url: 'Picture',
    private_profile: 'Private profile',
    theme_id: 'Theme ID',
    color_scheme_id: 'Color scheme ID',
    is_admin: 'Administrator',
    is_auditor: 'Auditor',
    external: 'External',
    bot: 'Bot',
    two_factor_enabled: 'Two-factor',
    projects_limit: 'Project limit',
    can_create_group: 'Can create groups',
    can_create_project: 'Can create projects',
    last_activity_on: 'Last activity',
    current_sign_in_at: 'Current sign-in',
    last_sign_in_at: 'Last sign-in',
    current_sign_in_ip: 'Current IP',
    last_sign_in_ip: 'Last IP',
    bio: 'Bio',
    pronouns: 'Pronouns',
    job_title: 'Job title',
    organization: 'Organization',
    work_information: 'Work',
    location: 'Location',
    local_time: 'Local time',
    public_email: 'Public email',
    website_url: 'Website',
    followers: 'Followers',
    following: 'Following',
    is_followed: 'Followed by you',
    using_license_seat: 'Uses a license seat',
    shared_runners_minutes_limit: 'Compute minutes limit',
    extra_shared_runners_minutes_limit: 'Extra compute minutes',
    provisioned_by_group_id: 'Provisioned by group',
  } as Record<string, string>,
};

/** Labels of fields that are named after another service, by field. */
export const serviceFields: Readonly<Record<string, (dialect: DialectName) => string>> = Object.fromEntries(
  services.map((name) => [name, (dialect: DialectName) => serviceLabel(name, dialect)]),
);
