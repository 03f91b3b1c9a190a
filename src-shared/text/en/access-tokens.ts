import type { ValueOf } from '#shared/contract/dialect-values.ts';
import { count, plural } from './moments.ts';
import { writeLabels } from './operations.ts';

const create = writeLabels('group-service-accounts.createToken');
const replacement = writeLabels('group-service-accounts.createToken', 'replacement');

/** Words of the Access tokens console and of the credential horizon. */
export const accessTokens = {
  noun: { one: 'access token', many: 'access tokens' },
  searchHint: 'Name, description, account, or scope',
  role: 'the Owner role in the group or an administrator’s token',
  columns: {
    name: 'Token',
    account: 'Service account',
    state: 'State',
    scope: 'Group',
  },
  views: {
    active: 'Active',
    revoked: 'Revoked',
    unused: 'Never used',
    idleApi: 'Unused api tokens',
    idleApiWhy: (days: number) =>
      `Active tokens with the scope api that were not used for ${days} days. Tokens that were never used are shown once they are that old.`,
    endless: 'Never expires',
    kept: 'Not returned',
  },
  filter: {
    groups: { state: 'State', dates: 'Dates', account: 'Account and scopes' },
    unused_days: 'Not used for',
    days: 'days',
    search: 'Name contains',
    user_id: 'ID of the service account',
    scopes: 'Has the scopes',
  },
  groups: { token: 'Token', use: 'Use and expiry' },
  fields: {
    account_name: 'Account',
    account_username: 'Username',
    user_id: 'Account ID',
  },
  unnamed: (id: number) => `Token ${id}`,
  account: (id: number) => `#${id}`,
  never: 'Never',
  states: { active: 'Active', revoked: 'Revoked', expired: 'Expired', inactive: 'Inactive' },
  notInApi: 'Not available in this API',
  notInApiWhy:
    'Tokens can’t be revoked, rotated, or edited here. To revoke a token before it expires, use its page on the instance.',

  actions: {
    create: create.open,
    replace: replacement.open,
    replaceTitle: 'Create replacement for the token',
    revoke: 'Revoke…',
  },
  why: {
    noRevoke: 'Tokens can’t be revoked here. Revoke the token on the instance.',
    noAccount: 'The service account of this token is unknown',
  },

  create: {
    title: create.name,
    text: (account: string | null) =>
      `${account === null ? '' : `For ${account}. `}The token value is shown only once, after the token is created.`,
    button: create.send,
    done: (name: string) => `Token ${name} created`,
    planTitle: create.name,
    goesTo: (account: string) => `The token is for the service account ${account}.`,
    noEnd: 'No expiry date is set, so the token gets the maximum lifetime that this instance allows.',
    consequence: 'The token value is shown only once. Tokens can’t be revoked here.',
    labels: { user_id: 'Service account', expires_at: 'Expires on' },
    toAccounts: 'Go to Service accounts',
    groupHelp: 'Path, ID, or address of a known group.',
    chooseAccount: 'Choose a service account.',
    scopesHelp: 'Common scopes; custom values allowed. The instance rejects unknown scopes.',
    suggested: 'Suggested scopes',
    add: (scope: string) => `Add ${scope}`,
    expiresHelp: 'Default: maximum lifetime that this instance allows.',
    errors: { group: 'Choose a group that Reeve knows.' },
  },
  /** What each scope allows. */
  scopeHelp: {
    api: 'Read and write everything that the account can access',
    read_api: 'Read everything that the account can access',
    read_user: 'Read the profile of the account',
    read_repository: 'Read repositories only',
    write_repository: 'Read and push to repositories',
    read_registry: 'Read container images',
    write_registry: 'Push container images',
    create_runner: 'Create runners',
    manage_runner: 'Manage runners',
    manage_runners: 'Manage runners',
    k8s_proxy: 'Access Kubernetes clusters through the agent',
    self_rotate: 'Rotate this token',
    ai_features: 'Use AI features',
  } satisfies Record<ValueOf<'tokenScopes'>, string>,
  replace: {
    title: (name: string) => `Create replacement for ${name}`,
    stays: (day: string) =>
      `The old token stays valid until ${day}, because tokens can’t be revoked here. Switch to the new token before that date.`,
    staysForEver: 'The old token never expires, and tokens can’t be revoked here. Revoke it on the instance.',
    isOver: 'The old token no longer works. Everything that used it needs the new value.',
    button: replacement.send,
    planTitle: replacement.name,
    done: (name: string) => `Replacement ${name} created`,
  },

  horizon: {
    title: 'Token expiry',
    label: (where: string) => `When the tokens of ${where} expire`,
    next: 'next 26 weeks',
    thisWeek: 'this week',
    parts: {
      expired: 'Expired',
      week: 'Within 7 days',
      month: 'In 8 to 30 days',
      quarter: 'In 31 to 90 days',
      later: 'Later',
      never: 'Never expires',
      unused: 'Never used',
      idle: 'Unused for 90 days',
      kept: 'Not returned',
    },
    hints: {
      expired: 'Expired tokens, including those that the instance no longer returns. Reeve keeps them.',
      week: 'Active tokens that expire within 7 days',
      month: 'Active tokens that expire in 8 to 30 days',
      quarter: 'Active tokens that expire in 31 to 90 days',
      later: 'Active tokens that expire in more than 90 days',
      never: 'Active tokens without an expiry date',
      unused: 'Active tokens that were never used',
      idle: 'Active tokens that were last used more than 90 days ago',
      kept: 'Not returned in the last sync: revoked, expired, or deleted with their account',
    },
    show: (name: string, n: number) => `${name}: show ${plural(n, 'token')}`,
    picture: (n: number, soon: number, peak: string | null) =>
      n === 0
        ? 'No active token expires in the next 26 weeks.'
        : `${plural(n, 'active token expires', 'active tokens expire')} in the next 26 weeks, ${count(soon)} of them within 30 days.${peak === null ? '' : ` Most expire in the week from ${peak}.`}`,
    table: 'As a table',
    bars: 'As bars',
    tableCaption: 'Active tokens by week of expiry',
    week: 'Week from',
    weekFrom: (day: string) => `Week from ${day}`,
    barTitle: (day: string, n: number) => `Week from ${day}: ${plural(n, 'token')}`,
    ends: 'Tokens',
    failed: 'Couldn’t count the tokens',
  },
};
