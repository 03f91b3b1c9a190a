import { groupServiceAccounts as groupApi, serviceAccounts as api } from '#main/api/endpoints/service-accounts.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { Naming, State, OperationsOf, ReadContext } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';
import { resourcePathOf } from '../operation-kit/resources.ts';
import { accountResources, nameResources, uniqueNamesIn } from '../operation-kit/account-resources.ts';
import { findRow, readFromList } from '../operation-kit/read-resource.ts';
import { checkedInverse, removeCreated, restoreFields } from '../operation-kit/inverse.ts';
import { deletionProbe, creationProbe, nameIn, textOf } from '../operation-kit/probes.ts';

/** An account without a name is named by its user name. Without both, the platform generates this name. */
const names: Naming = {
  label: ({ op, body }, { row }) =>
    nameIn(row ?? body, 'name', 'username') ?? (op.endsWith('.create') ? words.generatedAccount : null),
};

/** Service accounts of the instance. Their list has no email addresses. */
export const serviceAccounts: OperationsOf<typeof api> = {
  'service-accounts.create': {
    caches: { kind: 'new', collection: 'serviceAccounts', scope: 'instance' },
    resources: (write) => [
      [...resourcePathOf(write), 'username', textOf(write.body, 'username') ?? ''],
      ...nameResources(write),
    ],
    read: byUsername,
    readRequests: 1,
    // Without a user name, the account can't be distinguished from any other new account
    probe: (write, before, reading) =>
      textOf(write.body, 'username') === null
        ? Promise.resolve('unknown')
        : creationProbe(byUsername, ['name'])(write, before, reading),
    names,
  },
  'service-accounts.edit': {
    caches: { kind: 'row', collection: 'serviceAccounts', id: 'id' },
    resources: accountResources,
    read: readFromList(api.list, (row, { path }) => row['id'] === Number(path['id'])),
    readRequests: 1,
    ...checkedInverse(restoreFields({ only: ['name', 'username'] })),
    names,
  },
};

async function byUsername({ body }: Write, reading: ReadContext) {
  const username = textOf(body, 'username')?.toLowerCase();
  if (username === undefined) return null;
  return findRow(api.list, {}, (row) => String(row['username']).toLowerCase() === username, reading);
}

const byGroupId = readFromList(groupApi.list, (row, { path }) => row['id'] === Number(path['user_id']));

export const groupServiceAccounts: OperationsOf<typeof groupApi> = {
  'group-service-accounts.create': {
    caches: { kind: 'new', collection: 'serviceAccounts', scope: 'group' },
    resources: (write) => [
      ...uniqueNamesIn(write).map((named) => [...resourcePathOf(write), ...named]),
      ...nameResources(write),
    ],
    read: byName,
    readRequests: 1,
    inverse: removeCreated('group-service-accounts.remove', 'user_id'),
    // Without a user name or an email address, the account can't be distinguished from any other new account
    probe: (write, before, reading) =>
      uniqueNamesIn(write).length === 0
        ? Promise.resolve('unknown')
        : creationProbe(byName, ['name'])(write, before, reading),
    names,
  },
  'group-service-accounts.edit': {
    caches: { kind: 'row', collection: 'serviceAccounts', id: 'user_id' },
    resources: accountResources,
    read: byGroupId,
    readRequests: 1,
    // A new email address is `unconfirmed_email` until it is confirmed
    comparable: (state) => ({ unconfirmed_email: null, ...state, email: state['unconfirmed_email'] ?? state['email'] }),
    loses: ({ body }) => (body?.email === undefined ? [] : ['unconfirmed_email']),
    ...checkedInverse(restoreFields({ nullable: ['name', 'username'] })),
    names,
  },
  'group-service-accounts.remove': {
    caches: { kind: 'row', collection: 'serviceAccounts', id: 'user_id' },
    resources: accountResources,
    read: byGroupId,
    readRequests: 1,
    probe: deletionProbe(byGroupId),
    needsTypedName: true,
    names,
  },
};

/** Find the account by its user name or email address, which are unique. */
async function byName(write: Write, reading: ReadContext): Promise<State | null> {
  const names = uniqueNamesIn(write);
  if (names.length === 0) return null;
  return findRow(
    groupApi.list,
    { path: write.path },
    (row) => names.some(([field, name]) => [row[field], row[`unconfirmed_${field}`]].some((own) => isSame(own, name))),
    reading,
  );
}

const isSame = (own: unknown, name: string) => typeof own === 'string' && own.toLowerCase() === name.toLowerCase();
