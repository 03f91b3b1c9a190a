/** Words of the Service accounts console. */
export const serviceAccounts = {
  title: 'Service accounts',
  noun: { one: 'service account', many: 'service accounts' },
  searchHint: 'Name, username or address',
  role: 'an administrator’s token for those of the instance, or the Owner role in the group',
  columns: {
    name: 'Service account',
    username: 'Username',
    email: 'E-mail',
    unconfirmed_email: 'Waits for confirmation',
    id: 'ID',
    age: 'Cached',
  },
  views: { all: 'All', unconfirmed: 'E-mail to confirm', gone: 'Gone' },
  filter: {
    group: 'Service account',
    username: 'Username',
    unconfirmed: 'E-mail',
    waits: 'Waits for confirmation',
    confirmed: 'Nothing waits',
  },
  details: 'Account',
  fields: {
    id: 'ID',
    name: 'Name',
    username: 'Username',
    email: 'E-mail',
    unconfirmed_email: 'New e-mail',
  },
  notOfInstance: 'Not told for the instance',
  notOfInstanceWhy: 'The list of the instance tells id, username and name only',
  pending: (address: string) =>
    `${address} waits for its confirmation: somebody has to follow the link that was sent to it. Until then the former address holds.`,
  actions: {
    create: 'New service account…',
    edit: 'Edit…',
    editTitle: 'Edit the service account',
    tokens: 'Show its tokens',
    newToken: 'New token…',
    remove: 'Delete…',
    removeTitle: (n: number) => (n === 1 ? 'Delete the service account' : `Delete ${n} service accounts`),
    hardDelete: 'Hard delete…',
    hardDeleteTitle: (n: number) => (n === 1 ? 'Hard delete the service account' : `Hard delete ${n} service accounts`),
  },
  why: {
    administrators:
      'Only administrators can manage service accounts of the instance. Choose a group to manage its service accounts.',
    noRemoveInApi: 'Not in this API: service accounts of the instance cannot be deleted here',
    noTokensInApi: 'Not in this API: it tells and makes tokens of a group’s service accounts only',
    gone: 'The instance no longer lists this service account',
  },
  create: {
    title: 'New service account',
    text: (where: string) => `Made in ${where}. Everything may be left out; the platform then makes it up.`,
    button: 'Make service account',
    done: (name: string) => `Service account ${name} made`,
    helps: {
      name: 'Left out: “Service account user”.',
      username: {
        instance: 'Left out: service_account_ and random letters.',
        group: 'Left out: service_account_group_, the group’s ID and random letters.',
      },
      email: 'Left out: a no-reply address. One of your own may have to be confirmed.',
    },
    /** The name that the platform gives (document 3:11). */
    generatedName: 'Service account user',
  },
  edit: {
    title: (name: string) => `Edit ${name}`,
    button: 'Save changes',
    done: (name: string) => `${name} changed`,
    helps: {
      username: 'An account with a composite identity keeps its username: the platform refuses another one.',
      email: 'A new address waits for its confirmation.',
      emailUntold: 'The list of the instance does not tell the address. Write one to set another.',
    },
  },
  remove: {
    title: (name: string) => `Delete ${name}`,
    hardTitle: (name: string) => `Hard delete ${name}`,
    soft: (n: number) =>
      n === 1
        ? 'The account goes, and its tokens stop working at once. The documents do not say what stays of its contributions; a hard delete takes them along.'
        : 'The accounts go, and their tokens stop working at once. The documents do not say what stays of their contributions; a hard delete takes them along.',
    hard: (n: number) =>
      n === 1
        ? 'The account goes, and with it everything it contributed and every group that it alone owns, with the projects in them. Its tokens stop working at once.'
        : 'The accounts go, and with them everything they contributed and every group that one of them alone owns, with the projects in them. Their tokens stop working at once.',
    /** Several may bear the same name. */
    named: (name: string, id: number) => `${name} #${id}`,
    done: (name: string) => `${name} deleted`,
  },
  errors: {
    name: 'Write a name, or leave it as it was.',
    email: 'Write an address with an @.',
    username: 'Use letters, digits, “_”, “-” and “.” only.',
  },
};
