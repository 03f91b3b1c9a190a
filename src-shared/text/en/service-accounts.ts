import { writeLabels } from './operations.ts';

const create = writeLabels('service-accounts.create');
const createInGroup = writeLabels('group-service-accounts.create', 'service account');
const edit = writeLabels('service-accounts.edit');

/** Words of the Service accounts console. */
export const serviceAccounts = {
  noun: { one: 'service account', many: 'service accounts' },
  searchHint: 'Name, username, or email',
  role: 'an administrator’s token for the instance, or the Owner role in the group',
  columns: {
    name: 'Service account',
  },
  views: { unconfirmed: 'Unconfirmed email' },
  filter: {
    groups: { account: 'Service account' },
    unconfirmed: 'Email',
    waits: 'Unconfirmed',
    confirmed: 'Confirmed',
  },
  groups: { account: 'Account' },
  notOfInstanceWhy: 'The list of the instance contains only ID, username, and name',
  pending: (address: string) =>
    `${address} isn’t confirmed yet. To confirm it, open the link in the email sent to this address. Until then, the previous address is used.`,
  actions: {
    create: create.open,
    edit: 'Edit…',
    editTitle: edit.name,
    tokens: 'Show tokens',
    newToken: writeLabels('group-service-accounts.createToken').open,
    remove: 'Delete…',
    removeTitle: (n: number) => (n === 1 ? 'Delete service account' : `Delete ${n} service accounts`),
    hardDelete: 'Hard delete…',
    hardDeleteTitle: (n: number) => (n === 1 ? 'Hard delete service account' : `Hard delete ${n} service accounts`),
  },
  why: {
    administrators:
      'Only administrators can manage service accounts of the instance. Choose a group to manage its service accounts.',
    noRemoveInApi: 'Service accounts of the instance can’t be deleted here',
    noTokensInApi: 'Only tokens of group service accounts are available here',
    notReturned: 'The instance no longer returns this service account',
  },
  create: {
    title: create.name,
    text: 'The instance fills in defaults for empty fields.',
    /** `isPlanned`: a plan follows, because the account belongs to the instance or no value was entered. */
    button: (isPlanned: boolean) => (isPlanned ? create : createInGroup).send,
    done: (name: string) => `Service account ${name} created`,
    helps: {
      group: 'Path, ID, or address of its page. Empty: the account belongs to the whole instance.',
      name: 'Default: “Service account user”.',
      username: {
        instance: 'Default: service_account_ and random characters.',
        group: 'Default: service_account_group_, the group ID, and random characters.',
      },
      email: 'Default: a no-reply address. A custom address may have to be confirmed.',
    },
  },
  edit: {
    title: (name: string) => `Edit ${name}`,
    button: edit.send,
    done: (name: string) => `${name} changed`,
    helps: {
      username: 'The username of an account with a composite identity can’t be changed.',
      email: 'A new address must be confirmed.',
      emailNotReturned: 'The instance doesn’t return the current address. Enter an address to change it.',
    },
  },
  remove: {
    title: (name: string) => `Delete ${name}`,
    hardTitle: (name: string) => `Hard delete ${name}`,
    soft: (n: number) =>
      n === 1
        ? 'The account is deleted, and its tokens stop working immediately. Whether its contributions are kept isn’t documented. A hard delete also deletes them.'
        : 'The accounts are deleted, and their tokens stop working immediately. Whether their contributions are kept isn’t documented. A hard delete also deletes them.',
    hard: (n: number) =>
      n === 1
        ? 'The account is deleted, with all its contributions and every group of which it is the sole owner, including the projects in these groups. Its tokens stop working immediately.'
        : 'The accounts are deleted, with all their contributions and every group of which one of them is the sole owner, including the projects in these groups. Their tokens stop working immediately.',
    done: (name: string) => `${name} deleted`,
  },
  errors: {
    username: 'Use only letters, digits, “_”, “-”, and “.”.',
  },
};
