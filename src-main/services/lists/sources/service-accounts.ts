import { groupServiceAccounts } from '#main/api/endpoints/service-accounts.ts';
import { serviceAccounts as ofInstance } from '#main/api/endpoints/service-accounts.ts';
import type { Listing, Reading } from '../listing.ts';
import { rowOf } from '../walk.ts';

const listOf = ({ scope, ref }: Pick<Reading, 'scope' | 'ref'>) =>
  scope === ''
    ? { endpoint: ofInstance.list, input: {} }
    : { endpoint: groupServiceAccounts.list, input: { path: { id: ref } } };

/** Service accounts of the instance or of a group; none can be asked for alone. */
export const serviceAccounts: Listing<'serviceAccounts'> = {
  stem: 'serviceAccounts',
  scopes: ['instance', 'group'],
  parts: (reading) => [listOf(reading)],
  read: (reading, id) => {
    const { endpoint, input } = listOf(reading);
    return rowOf(reading.send, endpoint, input, id, reading.signal);
  },
  path: ({ scope, ref }) =>
    scope === '' ? '/service_accounts' : `/groups/${encodeURIComponent(ref)}/service_accounts`,
};
