import { count, plural } from './moments.ts';
import { writeLabels } from './operations.ts';

const edit = writeLabels('enterprise-users.edit', 'user');

const soleOwner =
  'The sole owner of a group can’t be deleted (409). First add another Owner to that group on the instance. Reeve can’t check this, because this API doesn’t list group owners.';

/** Words of the Enterprise users console. Fields and columns of a user are called as in the Users console. */
export const enterpriseUsers = {
  title: 'Enterprise users',
  noun: { one: 'enterprise user', many: 'enterprise users' },
  searchHint: 'Name, username, or email',
  role: 'the Owner role in the top-level group',

  columns: { id: 'ID', scim: 'SCIM' },
  scim: {
    title: 'SCIM identities',
    active: 'Active',
    inactive: 'Inactive',
    none: 'None',
    noneWhy: 'This account has no SCIM identity, so no external system provisions it.',
    notIncluded: 'Not included in the list',
    where: 'Group',
    state: 'State',
    uid: 'External UID',
    someActive: (active: number, all: number) => `${count(active)} of ${count(all)} active`,
  },

  views: { noTwoFactor: 'No 2FA', blocked: 'Blocked', idle: 'Longest idle' },
  filter: {
    groups: { state: 'State', signIn: 'Sign-in', identity: 'Identity', time: 'Created' },
    labels: { search: 'Name or email contains' },
    twoFactor: { enabled: 'On', disabled: 'Off' },
  },

  subgroup: {
    title: 'Subgroups have no enterprise users.',
    text: (group: string, top: string) =>
      `${group} is a subgroup of ${top}. The API lists enterprise users only for top-level groups (403 for subgroups).`,
    show: (top: string) => `Switch to ${top}`,
    failed: 'Couldn’t switch to the group',
  },
  refused: {
    role: 'Only an Owner of the top-level group can list its enterprise users.',
    missing:
      'This token can’t see the group, or the instance has no enterprise users: they exist only in paid tiers of the hosted offering.',
  },

  edit: {
    label: 'Edit…',
    title: (name: string) => `Edit ${name}`,
    button: edit.send,
    change: edit.name,
    done: (name: string) => `${name} changed`,
    text: (group: string) => `An Owner of ${group} can change the name and email address of this account.`,
    emailHelp: (group: string) =>
      `The domain must be verified by ${group}. You can undo this only if the previous address is also in a verified domain. The user may have to confirm the new address.`,
  },

  twoFactor: {
    label: 'Disable 2FA…',
    one: (name: string) => `Disable 2FA for ${name}`,
    title: (n: number) => `Disable 2FA for ${plural(n, 'user')}`,
    why: 'Two-factor authentication is disabled immediately. Until the users set it up again, a password or single sign-on is enough to sign in. Only the users themselves can set it up.',
    leftOut: (n: number) =>
      plural(
        n,
        'selected user doesn’t have 2FA enabled and is left out.',
        'selected users don’t have 2FA enabled and are left out.',
      ),
    onlyOn: 'The plan includes only matching users with 2FA enabled.',
    off: '2FA isn’t enabled for this user',
    allOff: '2FA isn’t enabled for any selected user',
    done: (name: string) => `2FA disabled for ${name}`,
  },

  remove: {
    label: 'Delete…',
    one: (name: string) => `Delete ${name}`,
    title: (n: number) => `Delete ${plural(n, 'user')}`,
    why: (n: number) =>
      `${n === 1 ? 'The account is' : 'The accounts are'} permanently deleted. Contributions are kept and moved to a placeholder user. ${soleOwner}`,
    done: (name: string) => `${name} deleted`,
  },
  hardRemove: {
    label: 'Hard delete…',
    one: (name: string) => `Hard delete ${name}`,
    title: (n: number) => `Hard delete ${plural(n, 'user')}`,
    why: (n: number) =>
      `${n === 1 ? 'The account' : 'The accounts'} and all contributions are permanently deleted, including work that other people added to them. Nothing is moved to a placeholder user. The instance may also delete groups with ${n === 1 ? 'this account' : 'one of these accounts'} as sole owner, instead of refusing with 409. First add another Owner to those groups on the instance.`,
    done: (name: string) => `${name} deleted with all contributions`,
  },
};
