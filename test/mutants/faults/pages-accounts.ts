import type { Mutant } from '../mutant.ts';

const accounts = 'test/component/service-accounts/service-accounts-page.test.ts';
const tokens = 'test/component/access-tokens/access-tokens-page.test.ts';
const enterprise = 'test/component/enterprise-users/enterprise-user-writes.test.ts';
const members = 'test/component/members/add-members.test.ts';
const ofAccounts = 'test/e2e/pages/service-accounts.spec.ts';
const ofEnterprise = 'test/e2e/pages/enterprise-users.spec.ts';

/** Service accounts, access tokens, enterprise users and members. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'The action that deletes an account of the instance is enabled, although the API does not support it.',
    file: 'src-renderer/pages/service-accounts/account-actions.ts',
    text: '? words.why.noRemoveInApi',
    replacement: '? null',
    noticedBy: [
      `${accounts} › an account of the instance can’t be deleted and has no tokens here, and each action says why`,
    ],
    formerly: `${ofAccounts} › accounts of the instance are listed, created and renamed; actions that the API lacks say so`,
  },
  {
    fault: 'The form of an account of the instance explains the default username of group accounts.',
    file: 'src-renderer/pages/service-accounts/account-form.ts',
    text: "helps.username[values['group'] === '' ? 'instance' : 'group']",
    replacement: "helps.username[values['group'] === '' ? 'group' : 'instance']",
    noticedBy: [
      `${accounts} › a new account of a group needs no values, and the form explains the defaults`,
      `${accounts} › a new account of the instance is sent with the entered values only`,
    ],
    formerly: `${ofAccounts} › accounts of the instance are listed, created and renamed; actions that the API lacks say so`,
  },
  {
    fault: 'A refused value is shown as a message, not only at its field.',
    file: 'src-renderer/console/forms/FormDialog.svelte',
    text: 'fields: fields.map((field) => field.name),',
    replacement: 'fields: [],',
    noticedBy: [`${accounts} › a refused username is explained at its field, with the message of the instance`],
    formerly: `${ofAccounts} › accounts of a group are deleted in two ways, and the account of an assistant keeps its name`,
  },
  {
    fault: 'A hard delete of a service account is sent without the parameter for it.',
    file: 'src-renderer/pages/service-accounts/account-writes.ts',
    text: 'const query = isHard ? { query: { hard_delete: true } } : {};',
    replacement: 'const query = isHard ? { query: {} } : {};',
    noticedBy: [`${accounts} › accounts are deleted with one plan, and a hard delete sends its parameter`],
    formerly: `${ofAccounts} › accounts of a group are deleted in two ways, and the account of an assistant keeps its name`,
  },
  {
    fault: 'A plan names accounts without their user names, so two accounts with one name look the same.',
    file: 'src-main/changes/naming/row-names.ts',
    text: 'about === undefined ? null : firstText(row, [about])',
    replacement: 'about === undefined ? null : null',
    noticedBy: [
      'src-main/changes/naming/row-names.test.ts › every write operation names its rows from the cache, and shows a number only if no name is cached',
    ],
    formerly: `${ofAccounts} › several accounts are deleted with their display names in the plan`,
  },
  {
    fault: 'Deleted rows stay selected.',
    file: 'src-renderer/console/list/ListBulk.svelte',
    text: 'if (notReturned.length > 0) selection.set(notReturned, false);',
    replacement: 'if (notReturned.length > 1_000) selection.set(notReturned, false);',
    noticedBy: [`${accounts} › accounts that are deleted are no longer selected`],
    formerly: `${ofAccounts} › deleted accounts are no longer selected`,
  },
  {
    fault: 'The panel of an account does not explain its unconfirmed address.',
    file: 'src-renderer/pages/service-accounts/ServiceAccountsPage.svelte',
    text: "{#if (row.unconfirmed_email ?? '') !== ''}",
    replacement: '{#if row.unconfirmed_email === null}',
    noticedBy: [`${accounts} › an unconfirmed address is marked in its row, and the panel explains it`],
    formerly: `${ofAccounts} › accounts of a group are created, undone and edited by keyboard alone`,
  },
  {
    fault: 'The form of a new token does not choose the account whose tokens are shown.',
    file: 'src-renderer/pages/access-tokens/AccessTokensPage.svelte',
    text: 'suggested: query.filter.user_id,',
    replacement: 'suggested: undefined,',
    noticedBy: [`${tokens} › a token without a day gets the maximum lifetime, which the plan says`],
    formerly: `${ofAccounts} › tokens of an account are listed and created, and the value is revealed once`,
  },
  {
    fault: 'The replacement of a token does not get the scopes of the old token.',
    file: 'src-renderer/pages/access-tokens/token-form.ts',
    text: 'scopes: (old.scopes ?? [])',
    replacement: "scopes: ['api']",
    noticedBy: [
      `${tokens} › a replacement has the same scopes and description, and says until when the old token is valid`,
    ],
    formerly: `${ofAccounts} › a token is rotated with the same scopes, and its value is revealed once`,
  },
  {
    fault: 'For a day that does not exist, the error says that it is in the past.',
    file: 'src-renderer/console/forms/future-day.ts',
    text: '.date()',
    replacement: '.date(consoles.form.futureDay)',
    noticedBy: [
      `${tokens} › a new token needs an account, a name and a scope, and an invalid or past day is explained at its field`,
    ],
    formerly:
      'test/e2e/pages/access-tokens.spec.ts › with the mouse: an account is chosen, an invalid day blocks the form, and a refused request returns to it',
  },
  {
    fault: 'In the expiry chart, the link for tokens that are no longer returned lists the other tokens.',
    file: 'src-renderer/pages/access-tokens/TokenHorizonView.svelte',
    text: 'whole(listState.spec, { filter, notReturned })',
    replacement: "whole(listState.spec, { filter, ...(notReturned === 'show' && { notReturned }) })",
    noticedBy: [
      `${tokens} › each number of the expiry chart lists exactly its tokens, and the chart can be read as a table`,
    ],
    formerly: `${ofAccounts} › the expiry chart counts the tokens of all known groups, and links to them`,
  },
  {
    fault: 'A refused address is not explained: the form shows only the message of the instance.',
    file: 'src-renderer/pages/enterprise-users/edit-user.ts',
    text: "{ field: 'email', message: refusalOf(op, failure).nextStep }",
    replacement: "{ field: 'email' }",
    noticedBy: [
      `${enterprise} › an address that the instance refuses is explained at its field, and no message repeats it`,
    ],
    formerly: `${ofEnterprise} › an Owner syncs the users of a top-level group, edits one and undoes it, by keyboard alone`,
  },
  {
    fault: 'A subgroup asks for its enterprise users instead of leading to its top-level group.',
    file: 'src-renderer/pages/enterprise-users/EnterpriseUsersPage.svelte',
    text: '{#if stores.scope.isReady && top !== null && top !== undefined}',
    replacement: "{#if stores.scope.isReady && top !== null && top === ''}",
    noticedBy: [
      'test/component/enterprise-users/enterprise-users-page.test.ts › a subgroup links to its top-level group, and no request is sent for it',
    ],
    formerly: `${ofEnterprise} › an Owner syncs the users of a top-level group, edits one and undoes it, by keyboard alone`,
  },
  {
    fault: 'A plan does not say that it leaves out users without two-factor authentication.',
    file: 'src-renderer/pages/enterprise-users/user-actions.ts',
    text: 'leftOut: words.twoFactor.leftOut(off.size)',
    replacement: "leftOut: ''",
    noticedBy: [
      `${enterprise} › a plan that disables two-factor authentication leaves out users without it, and says how many`,
    ],
    formerly: `${ofEnterprise} › two-factor is disabled only where it is enabled, with an outcome for each account`,
  },
  {
    fault: 'The refused deletion of a sole owner is not explained.',
    file: 'src-shared/text/en/refusals/accounts.ts',
    text: '    409: {\n      what:',
    replacement: '    410: {\n      what:',
    noticedBy: [`${enterprise} › the sole owner of a group is refused with what to do`],
    formerly: `${ofEnterprise} › users are deleted in two ways, and the only Owner of a group is refused with what to do`,
  },
  {
    fault: 'A hard delete of an enterprise user is sent without the parameter for it.',
    file: 'src-renderer/pages/enterprise-users/user-actions.ts',
    text: 'const query = { hard_delete: true };',
    replacement: 'const query = {};',
    noticedBy: [
      `${enterprise} › the form of a hard delete says what is lost, and the request has the parameter for it`,
    ],
    formerly: `${ofEnterprise} › users are deleted in two ways, and the only Owner of a group is refused with what to do`,
  },
  {
    fault: 'The filter “Above Maintainer” lists Maintainers too.',
    file: 'src-renderer/pages/members/members-list.ts',
    text: 'query: { filter: { access_level_min: 41 } },',
    replacement: 'query: { filter: { access_level_min: 40 } },',
    noticedBy: [
      `${members} › the access page lists the memberships of all projects, and “Above Maintainer” asks for higher roles only`,
    ],
    formerly:
      'test/e2e/pages/members.spec.ts › the access page shows one user in all known projects, and users are added to a project by keyboard alone',
  },
  {
    fault: 'A number is sent as a username when members are added.',
    file: 'src-renderer/pages/members/add-members.ts',
    text: 'return /^\\d+$/.test(name) ? { user_id: Number(name) } : { username: name };',
    replacement: 'return { username: name };',
    noticedBy: [
      `${members} › each person becomes one write: a number is an ID, and a leading @ is not part of a username`,
    ],
  },
];
