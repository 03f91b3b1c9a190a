import type { ListStem } from '#main/cache/list-stems.ts';
import { readScope, type Scope } from '#shared/contract/collection.ts';
import { Failure } from '#shared/errors.ts';
import { branches } from './branches.ts';
import { commits } from './commits.ts';
import { enterpriseUsers } from './enterprise-users.ts';
import { keys } from './keys.ts';
import type { Listing } from '../listing.ts';
import { members } from './members.ts';
import { accessTokens } from './access-tokens.ts';
import { pushRules } from './push-rules.ts';
import { runners } from './runners.ts';
import { serviceAccounts } from './service-accounts.ts';
import { sshCertificates } from './ssh-certificates.ts';

/** How each list comes from the platform. */
export const listings: { [S in ListStem]: Listing<S> } = {
  runners,
  serviceAccounts,
  accessTokens,
  enterpriseUsers,
  sshCertificates,
  keys,
  pushRules,
  members,
  commits,
  branches,
};

/** The listing of a stem that is known by name only. Fails: `invalid`. */
export function listingOf(stem: string): Listing {
  if (!Object.hasOwn(listings, stem)) throw new Failure('invalid', `no list ${stem}`, { field: 'collection' });
  return listings[stem as ListStem] as Listing;
}

/** What goes into a path for a scope of this list. Fails: `invalid` where a list has no such scope. */
export function refOf({ stem, scopes }: Listing, scope: Scope): number | string {
  const read = readScope(scope);
  if (!scopes.includes(read?.kind ?? 'instance')) {
    throw new Failure('invalid', `there is no list of ${stem} in ${scope === '' ? 'the instance' : scope}`, {
      field: 'scope',
    });
  }
  return read?.ref ?? '';
}
