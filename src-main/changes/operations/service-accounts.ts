import { serviceAccounts as api } from '#main/api/endpoints/service-accounts.ts';
import { subjects as words } from '#shared/text/en/subjects.ts';
import type { Subjects, Write } from '../subject/subject.ts';
import { addressOf } from '../subject/things.ts';
import { accountThings, namedThings } from '../subject/accounts.ts';
import { findRow, rowBy, type Reading } from '../subject/reading.ts';
import { knownBefore, writeBack } from '../subject/taking-back.ts';
import { madeProbe, textOf } from '../subject/verdicts.ts';

/** Those of the instance, whose list tells no address. */
export const serviceAccounts: Subjects = {
  'service-accounts.create': {
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
