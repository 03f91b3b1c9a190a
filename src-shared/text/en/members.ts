import type { accessLevels } from '#shared/contract/members.ts';
import { plural } from './moments.ts';
import { labels } from './collections.ts';

/** Words of the Members console and of the access of people over all known projects. */
export const members = {
  noun: { one: 'member', many: 'members' },
  searchHint: 'Name, username, email, or SAML identity',
  role: 'membership in the project. Only Owners of the group see email addresses and identities',
  levels: {
    0: 'No access',
    5: 'Minimal access',
    10: 'Guest',
    15: 'Planner',
    20: 'Reporter',
    25: 'Security manager',
    30: 'Developer',
    40: 'Maintainer',
    50: 'Owner',
  } satisfies Record<(typeof accessLevels)[number], string> as Record<number, string>,
  unknownLevel: (level: number) => `Level ${level}`,
  ways: {
    direct: 'Direct',
    inherited: 'Inherited or invited',
    higher: (level: string) => `Direct as ${level}, higher through a group`,
  },
  states: labels('active', 'awaiting', 'blocked', 'deactivated') as Record<string, string>,
  memberships: { awaiting: 'Awaiting approval', active: 'Active' },
  columns: {
    member: 'Member',
    scope: 'Project',
    is_direct: 'Source',
    is_using_seat: 'Seat',
    saml: 'SAML identity',
    created_at: 'Since',
  },
  views: {
    direct: 'Direct',
    inherited: 'Inherited or invited',
    owners: 'Owners',
    maintainers: 'Maintainers and above',
    awaiting: 'Awaiting',
    above: 'Above Maintainer',
    aboveWhy: 'People with a role above Maintainer in any synced project.',
  },
  worklists: (days: number) => ({
    inactive: {
      name: 'Blocked or inactive',
      hint: `Maintainers and Owners whose account is blocked, deactivated, no longer returned, or without activity for ${days} days.`,
    },
    noTwoFactor: {
      name: 'Without two-factor',
      hint: 'Maintainers and Owners who can sign in without two-factor authentication.',
    },
    external: { name: 'External Developers', hint: 'External users with at least the Developer role.' },
    onlyOwners: {
      name: 'Only one Owner',
      hint: 'Owners of a project in which no other known Owner has an active account.',
    },
    endless: { name: 'External, no expiry', hint: 'Memberships of external users without an expiry date.' },
  }),
  filter: {
    groups: { access: 'Access', person: 'Person', account: 'Account' },
    access_level: 'Level is',
    access_level_min: 'Level is at least',
    is_direct: 'Source',
    membership_state: 'Membership',
    account: 'Account activity',
    only_owner: 'No other Owner',
  },
  groups: { access: 'Access', account: 'Account', identity: 'Identity' },
  fields: {
    id: 'User ID',
    access_level: 'Level',
    direct_access_level: 'Direct level',
    is_direct: 'Direct member',
    is_using_seat: 'Uses a seat',
    group_saml_identity: 'SAML identity',
    group_scim_identity: 'SCIM identity',
    created_at: 'Member since',
    created_by: 'Added by',
    web_url: 'Address',
  },
  ownersOnly: 'Only Owners of the group can see email addresses and identities.',

  actions: {
    add: 'Add members…',
    xray: 'Access to all projects',
    remove: 'Change or remove…',
    removeWhy: 'Members can’t be changed or removed here. Do this on the instance.',
  },

  add: {
    title: 'Add members',
    text: 'Can’t be undone: Reeve can’t change or remove members.',
    labels: { access_level: 'Level', member_role_id: 'Custom role ID', expires_at: 'Expires' },
    peopleHelp: 'Usernames or user IDs. Each person is a separate request with its own result.',
    expiresHelp: 'Default: no expiry date.',
    roleHelp: 'Only in the highest tier.',
    sourceHelp: 'A note that the instance records with the invitation.',
    submit: 'Add members…',
    plan: (n: number) => `Add ${plural(n, 'member')}`,
    consequence: (project: string, level: string) =>
      `They get the role ${level} in ${project}. This can’t be undone, because Reeve can’t remove members.`,
    done: (person: string) => `Added ${person}`,
  },

  access: {
    title: 'Access',
    noun: { one: 'membership', many: 'memberships' },
    searchHint: 'Person: name, username, email, or SAML identity',
    person: (n: number) => plural(n, 'person', 'people'),
    readHint: 'All projects added to Reeve. To include more projects, add them.',
    unread: 'Projects that aren’t synced yet, or that this token can’t see, are not included.',
  },
};
