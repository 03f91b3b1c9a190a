import type { OwnSource } from '../list-source.ts';

/**
 * Keys that were looked up: the platform lists none. How one is read again is a matter of lookups
 * (`services/keys/keys.ts`).
 */
export const keys: OwnSource<'keys'> = {
  // The id of a key that the instance does not know is one of Reeve's own
  describe: ({ id, title, comment, sha256, md5, user }) => ({
    title: title ?? comment ?? (sha256 ? `SHA256:${sha256}` : md5) ?? `#${id}`,
    about: user?.username ?? null,
  }),
  told: ({ id, ...row }) => ({ ...row, id: id > 0 ? id : null }),
  path: ({ id }, { sha256, md5 }) =>
    id > 0
      ? `/keys/${id}`
      : `/keys?fingerprint=${encodeURIComponent(typeof sha256 === 'string' ? `SHA256:${sha256}` : (md5 ?? ''))}`,
};
