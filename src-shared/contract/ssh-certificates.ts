import { z } from 'zod';
import { collection, nightly } from './collection.ts';
import { AuthorityKey } from './keys.ts';
import { instant, nullish, query, Scope } from './kit.ts';

/** An SSH certificate of a top-level group: a public key whose signatures the group trusts (document 3:23). */
export const SshCertificate = z.looseObject({
  id: z.number().int(),
  ...nullish(z.string(), 'title', 'key'),
  created_at: instant.nullish(),
});
export type SshCertificate = z.infer<typeof SshCertificate>;

/** The fields of a new certificate (document 3:71). */
export const NewSshCertificate = z.object({ title: z.string().min(1), key: z.string().min(1) });

/** The result of checking a certificate before it is sent. */
export const CertificateCheck = AuthorityKey.extend({
  isTitleBlank: z.boolean(),
  /** Another certificate has this title. */
  isTitleTaken: z.boolean(),
  /** The cached certificate of the group with the same key. */
  same: z.object({ id: z.number().int(), title: z.string().nullable() }).nullable(),
});
export type CertificateCheck = z.infer<typeof CertificateCheck>;

/** SSH certificates of a top-level group: `group:ID`. */
export const sshCertificates = collection({
  row: SshCertificate,
  lists: { group: 'GET /groups/:id/ssh_certificates' },
  kept: nightly(1),
  // Only top-level groups have SSH certificates (document 3:70)
  setup: { position: 70, isTopLevelOnly: true, role: 'owner' },
  title: 'title',
  columns: { title: 'normal', created_at: 'moment' },
  searched: ['title', 'key'],
  indexes: [['title'], ['created_at']],
  verbs: {
    /** Check a new certificate without a request. */
    check: query(z.object({ scope: Scope, title: z.string(), key: z.string().max(100_000) }), CertificateCheck),
  },
});
