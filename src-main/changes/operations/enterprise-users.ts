import { enterpriseUsers as api } from '#main/api/endpoints/enterprise-users.ts';
import type { Applied, Operation, State, OperationsOf } from '../operation-kit/operation.ts';
import type { AnyWrite } from '../operation-kit/write.ts';
import { accountResources } from '../operation-kit/account-resources.ts';
import { readWith } from '../operation-kit/read-resource.ts';
import { withBody, checkedInverse, restoreFields } from '../operation-kit/inverse.ts';
import { deletionProbe, nameIn, textOf } from '../operation-kit/probes.ts';

const read = readWith(api.get);
const common: Operation = {
  resources: accountResources,
  read,
  readRequests: 1,
  names: { label: (_, { row }) => nameIn(row, 'name', 'username') },
  nameToType: ({ before }) => textOf(before, 'username'),
};

const caches = { kind: 'row', collection: 'enterpriseUsers', id: 'user_id' } as const;

export const enterpriseUsers: OperationsOf<typeof api> = {
  'enterprise-users.edit': {
    ...common,
    caches,
    ...checkedInverse(restoreSeparately),
    loses: ({ body }, before) =>
      body?.['email'] === undefined || domainOf(body) === domainOf(before) ? [] : ['email'],
  },
  'enterprise-users.remove': { ...common, caches, probe: deletionProbe(read), needsTypedName: true },
  'enterprise-users.disableTwoFactor': {
    ...common,
    caches: { ...caches, extraFields: () => ({ two_factor_enabled: false }) },
    needsTypedName: true,
    probe: async (write, before, reading) => {
      const now = await read(write, reading);
      if (now?.['two_factor_enabled'] === true) return 'not-applied';
      return now?.['two_factor_enabled'] === false && before?.['two_factor_enabled'] === true ? 'applied' : 'unknown';
    },
  },
};

/**
 * One write per field if the former email address is in another domain than the new one: the platform may refuse that
 * domain, and the name must be restored anyway.
 */
function restoreSeparately(applied: Applied): AnyWrite[] | null {
  const writes = restoreFields({ nullable: [] })(applied);
  if (domainOf(applied.before) === domainOf(applied.write.body)) return writes;
  return (
    writes?.flatMap((write) =>
      Object.entries(write.body ?? {}).map(([field, value]) => withBody(write, { [field]: value })),
    ) ?? null
  );
}

function domainOf(fields: State | null | undefined): string | undefined {
  const email = fields?.['email'];
  return typeof email === 'string' ? email.slice(email.lastIndexOf('@') + 1).toLowerCase() : undefined;
}
