import { groupServiceAccounts as api } from '#main/api/endpoints/group-service-accounts.ts';
import { subjects as words } from '#shared/text/en/subjects.ts';
import type { State, Subjects, Write } from '../subject/subject.ts';
import { addressOf } from '../subject/things.ts';
import { accountThings, namedThings, namesIn } from '../subject/accounts.ts';
import { findRow, rowBy, type Reading } from '../subject/reading.ts';
import { knownBefore, removeMade, writeBack } from '../subject/taking-back.ts';
import { goneProbe, madeProbe, textOf } from '../subject/verdicts.ts';

const byId = rowBy(api.list, (row, { path }) => row['id'] === Number(path['user_id']));
const label = (state: State | null, { path }: Write) =>
  textOf(state, 'name') ?? textOf(state, 'username') ?? words.numbered(path['user_id']);

export const groupServiceAccounts: Subjects = {
  'group-service-accounts.create': {
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
    things: accountThings,
    read: byId,
    reads: 1,
    // A new address waits for its confirmation
    shown: (state) => ({ ...state, email: state['unconfirmed_email'] ?? state['email'] }),
    ...knownBefore(writeBack(['name', 'username', 'email'], ['email'])),
    label,
  },
  'group-service-accounts.remove': {
    things: accountThings,
    read: byId,
    reads: 1,
    probe: goneProbe(byId),
    destroys: true,
    label,
  },
  // Its account is what exists before; of the token nothing can be read by which the very one is known
  'group-service-accounts.createToken': {
    label: (_, { path, body }) => `${textOf(body, 'name') ?? words.unnamed.token} (${words.numbered(path['user_id'])})`,
  },
};

/** By user name, else by address: both are unique. */
async function byName(write: Write, reading: Reading): Promise<State | null> {
  const names = namesIn(write);
  if (names.length === 0) return null;
  return findRow(
    api.list,
    { path: write.path },
    (row) => names.some(([field, name]) => [row[field], row[`unconfirmed_${field}`]].some((own) => isSame(own, name))),
    reading,
  );
}

const isSame = (own: unknown, name: string) => typeof own === 'string' && own.toLowerCase() === name.toLowerCase();
