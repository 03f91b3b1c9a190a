import { serviceLabel, type DialectName, type Service } from './dialect-names.ts';
import { users } from './users.ts';

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
    ...users.fields,
    id: 'User ID',
    web_url: 'Address',
    is_admin: 'Administrator',
    is_auditor: 'Auditor',
    two_factor_enabled: 'Two-factor',
    can_create_group: 'Can create groups',
    can_create_project: 'Can create projects',
    work_information: 'Work',
    website_url: 'Website',
    is_followed: 'Followed by you',
    using_license_seat: 'Uses a license seat',
    shared_runners_minutes_limit: 'Compute minutes limit',
    extra_shared_runners_minutes_limit: 'Extra compute minutes',
    provisioned_by_group_id: 'Provisioned by group',
  },
};

/** Labels of fields that are named after another service, by field. */
export const serviceFields: Readonly<Record<string, (dialect: DialectName) => string>> = Object.fromEntries(
  services.map((name) => [name, (dialect: DialectName) => serviceLabel(name, dialect)]),
);
