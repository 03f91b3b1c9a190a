import type { OwnSource } from '../list-source.ts';

/**
 * Keys that were looked up. The platform has no list of keys; `services/keys/keys.ts` requests a key again.
 */
export const keys: OwnSource<'keys'> = {
  // A key that the instance does not know has a negative id, which Reeve assigned
  describe: ({ id, title, comment, sha256, md5, user }) => ({
    title: title ?? comment ?? (sha256 ? `SHA256:${sha256}` : md5) ?? `#${id}`,
    about: user?.username ?? null,
  }),
  withoutOwnFields: ({ id, ...row }) => ({ ...row, id: id > 0 ? id : null }),
  path: ({ id }, { sha256, md5 }) =>
    id > 0
      ? `/keys/${id}`
      : `/keys?fingerprint=${encodeURIComponent(typeof sha256 === 'string' ? `SHA256:${sha256}` : (md5 ?? ''))}`,
};
