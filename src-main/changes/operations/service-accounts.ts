import { groupServiceAccounts as groupApi, serviceAccounts as api } from '#main/api/endpoints/service-accounts.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { State, OperationsOf } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';
import { addressOf } from '../operation-kit/resources.ts';
import { accountThings, namedThings, namesIn } from '../operation-kit/account-resources.ts';
import { findRow, rowBy, type Reading } from '../operation-kit/read-resource.ts';
import { knownBefore, removeMade, writeBack } from '../operation-kit/inverse.ts';
import { goneProbe, madeProbe, textOf } from '../operation-kit/probes.ts';

/** Those of the instance, whose list tells no address. */
export const serviceAccounts: OperationsOf<typeof api> = {
  'service-accounts.create': {
    caches: { kind: 'new', collection: 'serviceAccounts', scope: 'instance' },
    things: (write) => [[...addressOf(write), 'username', textOf(write.body, 'username') ?? ''], ...namedThings(write)],
    read: byUsername,
    reads: 1,
    // Without a user name of its own nothing tells it from any other new account
    probe: (write, before, reading) =>
      textOf(write.body, 'username') === null
        ? Promise.resolve('unknown')
        : madeProbe(byUsername, ['name'])(write, before, reading),
    label: (_, { body }) => textOf(body, 'name') ?? textOf(body, 'username') ?? words.unnamed.serviceAccount,
  },
  'service-accounts.edit': {
    caches: { kind: 'row', collection: 'serviceAccounts', id: 'id' },
    things: accountThings,
    read: rowBy(api.list, (row, { path }) => row['id'] === Number(path['id'])),
    reads: 1,
    ...knownBefore(writeBack(['name', 'username'])),
    label: (state, { path }) => textOf(state, 'name') ?? textOf(state, 'username') ?? words.numbered(path['id']),
  },
};

async function byUsername({ body }: Write, reading: Reading) {
  const username = textOf(body, 'username')?.toLowerCase();
  if (username === undefined) return null;
  return findRow(api.list, {}, (row) => String(row['username']).toLowerCase() === username, reading);
}

const byGroupId = rowBy(groupApi.list, (row, { path }) => row['id'] === Number(path['user_id']));
const groupLabel = (state: State | null, { path }: Write) =>
  textOf(state, 'name') ?? textOf(state, 'username') ?? words.numbered(path['user_id']);

export const groupServiceAccounts: OperationsOf<typeof groupApi> = {
  'group-service-accounts.create': {
    caches: { kind: 'new', collection: 'serviceAccounts', scope: 'group' },
    things: (write) => [...namesIn(write).map((named) => [...addressOf(write), ...named]), ...namedThings(write)],
    read: byName,
    reads: 1,
    inverse: removeMade('group-service-accounts.remove', 'user_id'),
    // Without a user name or an address nothing tells it from any other new account
    probe: (write, before, reading) =>
      namesIn(write).length === 0 ? Promise.resolve('unknown') : madeProbe(byName, ['name'])(write, before, reading),
    label: (_, { body }) => textOf(body, 'name') ?? textOf(body, 'username') ?? words.unnamed.serviceAccount,
  },
  'group-service-accounts.edit': {
    caches: { kind: 'row', collection: 'serviceAccounts', id: 'user_id' },
    things: accountThings,
    read: byGroupId,
    reads: 1,
    // A new address waits for its confirmation
    shown: (state) => ({ ...state, email: state['unconfirmed_email'] ?? state['email'] }),
    ...knownBefore(writeBack(['name', 'username', 'email'], ['email'])),
    label: groupLabel,
  },
  'group-service-accounts.remove': {
    caches: { kind: 'row', collection: 'serviceAccounts', id: 'user_id' },
    things: accountThings,
    read: byGroupId,
    reads: 1,
    probe: goneProbe(byGroupId),
    destroys: true,
    label: groupLabel,
  },
};

/** By user name, else by address: both are unique. */
async function byName(write: Write, reading: Reading): Promise<State | null> {
  const names = namesIn(write);
  if (names.length === 0) return null;
  return findRow(
    groupApi.list,
    { path: write.path },
    (row) => names.some(([field, name]) => [row[field], row[`unconfirmed_${field}`]].some((own) => isSame(own, name))),
    reading,
  );
}

const isSame = (own: unknown, name: string) => typeof own === 'string' && own.toLowerCase() === name.toLowerCase();
