import { count } from './moments.ts';

const many = (n: number): string => (n === 1 ? '1 user' : `${count(n)} users`);
const soleOwner =
  'Whoever alone owns a group cannot be deleted: the instance answers 409. Make somebody else an Owner of that group first, on the instance itself; this API tells no owners of groups, so Reeve cannot look.';

/** Words of the Enterprise users console. Fields and columns of a user are called as in the Users console. */
export const enterpriseUsers = {
  title: 'Enterprise users',
  noun: { one: 'enterprise user', many: 'enterprise users' },
  searchHint: 'Name, username or any e-mail',
  role: 'Owner of the top-level group',

  columns: { commit_email: 'Commit e-mail', scim: 'SCIM' },
  fields: { commit_email: 'Commit e-mail' },
  scim: {
    title: 'SCIM identities',
    active: 'Active',
    inactive: 'Inactive',
    none: 'None',
    noneWhy: 'This account has no SCIM identity: nothing outside of the instance provisions it.',
    untold: 'Not told by the list',
    where: 'Group',
    state: 'State',
    uid: 'External UID',
    someActive: (active: number, all: number) => `${count(active)} of ${count(all)} active`,
  },

  views: { all: 'All', noTwoFactor: 'No 2FA', blocked: 'Blocked', idle: 'Longest idle', gone: 'Gone' },
  filter: {
    groups: { state: 'State', signIn: 'Sign-in', identity: 'Person', time: 'Created' },
    labels: {
      active: 'Active',
      blocked: 'Blocked',
      two_factor: 'Two-factor',
      username: 'Username',
      search: 'Name or e-mail contains',
      created_after: 'Created after',
      created_before: 'Created before',
    },
    twoFactor: { enabled: 'On', disabled: 'Off' },
  },

  subgroup: {
    title: 'A subgroup has no enterprise users of its own.',
    text: (group: string, top: string) =>
      `${group} lies in ${top}. The API knows enterprise users of a top-level group only, and refuses to tell them for a subgroup (403).`,
    show: (top: string) => `Show those of ${top}`,
    failed: 'The group could not be chosen',
  },
  refused: {
    403: 'Only an Owner of the top-level group is told its enterprise users.',
    404: 'The group is not there for this token, or this instance has no enterprise users: they exist in the hosted offering’s paid tiers only.',
  } as Record<number, string>,

  edit: {
    label: 'Edit…',
    title: (name: string) => `Edit ${name}`,
    button: 'Save changes',
    change: 'Edit user',
    done: (name: string) => `${name} was changed`,
    text: (group: string) => `The account belongs to ${group}, so an Owner may change these two.`,
    name: 'Name',
    nameMissing: 'Enter a name.',
    email: 'E-mail',
    emailHelp: (group: string) =>
      `Its domain must be one that ${group} has verified. The former address can be taken back only if it lies in such a domain too, and it may wait for a confirmation by its owner.`,
    emailInvalid: 'Enter an address like name@example.com.',
  },

  twoFactor: {
    label: 'Disable 2FA…',
    one: (name: string) => `Disable two-factor of ${name}`,
    title: (n: number) => `Disable two-factor of ${many(n)}`,
    why: 'Their second factors are removed at once, and a password or single sign-on alone opens the account until they set them up again. Nobody else can do that for them.',
    leftOut: (n: number) =>
      n === 1
        ? 'One of the selected has none and is left out.'
        : `${count(n)} of the selected have none and are left out.`,
    onlyOn: 'Of all that match, only those who have it on are in the plan.',
    off: 'Two-factor is not enabled for this user',
    allOff: 'Two-factor is not enabled for any of them',
    done: (name: string) => `Two-factor of ${name} is disabled`,
  },

  remove: {
    label: 'Delete…',
    one: (name: string) => `Delete ${name}`,
    title: (n: number) => `Delete ${many(n)}`,
    why: (n: number) =>
      `${n === 1 ? 'The account is' : 'The accounts are'} deleted for good. What ${n === 1 ? 'this person' : 'they'} contributed stays: it moves to a placeholder user. ${soleOwner}`,
    done: (name: string) => `${name} was deleted`,
  },
  hardRemove: {
    label: 'Hard delete…',
    one: (name: string) => `Hard delete ${name}`,
    title: (n: number) => `Hard delete ${many(n)}`,
    why: (n: number) =>
      `${n === 1 ? 'The account is' : 'The accounts are'} deleted for good, and everything that ${n === 1 ? 'this person' : 'they'} contributed is deleted too: nothing moves to a placeholder user, and work of others that stands in it is lost with it. An instance may also delete the groups that such an account alone owns, instead of refusing with 409: make somebody else an Owner of them first, on the instance itself.`,
    done: (name: string) => `${name} was deleted with all contributions`,
  },
};
