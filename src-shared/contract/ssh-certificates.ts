import { z } from 'zod';
import { collection, nightly } from './collection.ts';
import { keyFaults } from './keys.ts';
import { instant, query, Scope } from './kit.ts';

/** An SSH certificate of a top-level group: a public key whose signatures the group trusts (document 3:23). */
export const SshCertificate = z.looseObject({
  id: z.number().int(),
  title: z.string().nullish(),
  key: z.string().nullish(),
  created_at: instant.nullish(),
});
export type SshCertificate = z.infer<typeof SshCertificate>;

/** The fields of a new certificate (document 3:71). */
export const NewSshCertificate = z.object({ title: z.string().min(1), key: z.string().min(1) });

/**
 * Why a text is not the public key of a certificate authority. `unreadable`: it looks like one, and `fault` is the
 * reason why it is not.
 */
export const certificateKeyProblems = [
  'empty',
  'private-key',
  'certificate',
  'several',
  'no-key',
  'fingerprint',
  'unreadable',
] as const;

/** The result of checking a certificate before it is sent. */
export const CertificateCheck = z.object({
  isTitleBlank: z.boolean(),
  /** Another certificate has this title. */
  isTitleTaken: z.boolean(),
  problem: z.enum(certificateKeyProblems).nullable(),
  fault: z.enum(keyFaults).nullable(),
  detail: z.string().nullable(),
  /** The line to send, without options. Null if there is a problem. */
  line: z.string().nullable(),
  type: z.string().nullable(),
  bits: z.number().int().nullable(),
  sha256: z.string().nullable(),
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
