import type { Listing } from '../listing.ts';

/**
 * Keys that were looked up: the platform lists none. How one is read again is a matter of lookups
 * (`services/keys/keys.ts`).
 */
export const keys: Listing<'keys'> = {
  stem: 'keys',
  scopes: ['instance'],
  told: ({ id, ...row }) => ({ ...row, id: id > 0 ? id : null }),
  path: ({ id }, { sha256, md5 }) =>
    id > 0
      ? `/keys/${id}`
      : `/keys?fingerprint=${encodeURIComponent(typeof sha256 === 'string' ? `SHA256:${sha256}` : (md5 ?? ''))}`,
};
