import { enterpriseUsers as api } from '#main/api/endpoints/enterprise-users.ts';
import { subjects as words } from '#shared/text/en/subjects.ts';
import type { Applied, State, Subjects, Write } from '../subject/subject.ts';
import { accountThings } from '../subject/accounts.ts';
import { readBy } from '../subject/reading.ts';
import { knownBefore, writeBack } from '../subject/taking-back.ts';
import { goneProbe, textOf } from '../subject/verdicts.ts';

const read = readBy(api.get);
const common = {
  things: accountThings,
  read,
  reads: 1,
  // Names are not unique, user names are
  typed: (state: State | null) => textOf(state, 'username'),
  label: (state: State | null, { path }: Write) =>
    textOf(state, 'name') ?? textOf(state, 'username') ?? words.numbered(path['user_id']),
};

export const enterpriseUsers: Subjects = {
  'enterprise-users.edit': {
    ...common,
    ...knownBefore(oneByOne),
    loses: ({ body }) => (body?.['email'] === undefined ? [] : ['email']),
  },
  'enterprise-users.remove': { ...common, probe: goneProbe(read), destroys: true },
  'enterprise-users.disableTwoFactor': {
    ...common,
    destroys: true,
    probe: async (write, before, reading) => {
      const now = await read(write, reading);
      if (now?.['two_factor_enabled'] === true) return 'not-applied';
      return now?.['two_factor_enabled'] === false && before?.['two_factor_enabled'] === true ? 'applied' : 'unknown';
    },
  },
};

/**
 * Each on its own where the former address lies in another domain than the new one: it may be refused, and would keep
 * the name from coming back. The domain of the new one is verified, since it was taken.
 */
function oneByOne(applied: Applied): Write[] | null {
  const writes = writeBack(['name', 'email'], ['name', 'email'])(applied);
  if (domainOf(applied.before) === domainOf(applied.write.body)) return writes;
  return (
    writes?.flatMap(({ body, ...rest }) =>
      Object.entries(body ?? {}).map(([field, value]) => ({ ...rest, body: { [field]: value } })),
    ) ?? null
  );
}

function domainOf(fields: State | null | undefined): string | undefined {
  const email = fields?.['email'];
  return typeof email === 'string' ? email.slice(email.lastIndexOf('@') + 1).toLowerCase() : undefined;
}
