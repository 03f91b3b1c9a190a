import { z } from 'zod';
import { collection } from './collection.ts';
import { Job } from './job.ts';
import { between, command, epochMs, instant, nullish, query } from './kit.ts';
import { User } from './users.ts';

/** A project of a deploy key (document 3:20). */
export const DeployKeyProject = z.looseObject({
  ...nullish(z.number().int(), 'id', 'deploy_key_id'),
  project_id: z.number().int(),
  can_push: z.boolean().nullish(),
  ...nullish(instant, 'created_at', 'updated_at'),
});

/** An SSH key with its owner, or a deploy key with its projects (document 3:20). */
export const Key = z.looseObject({
  id: z.number().int(),
  ...nullish(z.string(), 'title', 'key'),
  ...nullish(instant, 'created_at', 'expires_at', 'last_used_at'),
  usage_type: z.string().nullish(),
  user: User.partial().nullish(),
  deploy_keys_projects: z.array(DeployKeyProject).nullish(),
});
export type Key = z.infer<typeof Key>;

/** Why a line that looks like a key is not one. The texts explain each code. */
export const keyFaults = [
  'not-base64',
  'cut-short',
  'bytes-left',
  'other-type',
  'wrong-curve',
  'wrong-point',
  'wrong-length',
  'empty-number',
  'no-data',
  'not-a-fingerprint',
  'x509',
  'signature',
  'no-end',
] as const;
export type KeyFault = (typeof keyFaults)[number];

/**
 * Why a text is not the public key of a certificate authority. `unreadable`: it looks like one, and `fault` is the
 * reason why it is not.
 */
const authorityKeyProblems = [
  'empty',
  'private-key',
  'certificate',
  'several',
  'no-key',
  'fingerprint',
  'unreadable',
] as const;

/** The public key of a certificate authority, read from a text. */
export const AuthorityKey = z.object({
  problem: z.enum(authorityKeyProblems).nullable(),
  fault: z.enum(keyFaults).nullable(),
  detail: z.string().nullable(),
  /** The key as an OpenSSH line, without options. Null if there is a problem. */
  line: z.string().nullable(),
  type: z.string().nullable(),
  bits: z.number().int().nullable(),
  sha256: z.string().nullable(),
});
export type AuthorityKey = z.infer<typeof AuthorityKey>;

/** The fields of an SSH certificate besides its key. */
const CertificateFacts = z.object({
  use: z.enum(['user', 'host']).nullable(),
  keyId: z.string(),
  serial: z.string(),
  principals: z.array(z.string()),
  /** Null: no limit. */
  validFrom: epochMs.nullable(),
  validTo: epochMs.nullable(),
  /** SHA256 fingerprint of the key that signed it. */
  authority: z.string(),
});

/**
 * A key or fingerprint in a pasted text. Fingerprints have no prefix `MD5:` or `SHA256:`; both are present if the key
 * itself was found, for a certificate those of its plain key. `unreadable`: it looks like a key, and `error` says why
 * it is not one.
 */
export const FoundKey = z.object({
  /** The first line that contains it, from 1. */
  line: z.number().int(),
  /** The number of lines that contain it. */
  times: z.number().int(),
  kind: z.enum(['public-key', 'certificate', 'fingerprint', 'id', 'unreadable']),
  /** As `ssh-keygen -l` calls it: `ED25519`, `RSA-CERT`. */
  type: z.string().nullable(),
  bits: z.number().int().nullable(),
  comment: z.string().nullable(),
  md5: z.string().nullable(),
  sha256: z.string().nullable(),
  id: z.number().int().nullable(),
  /** The key of a certificate authority. It signs certificates and is not used to sign in. */
  isAuthority: z.boolean(),
  certificate: CertificateFacts.nullable(),
  /** `detail`: a part of the line, such as the unexpected type. */
  error: z.object({ fault: z.enum(keyFaults), detail: z.string().nullable() }).nullable(),
});
export type FoundKey = z.infer<typeof FoundKey>;

/** The keys that were found in a text. */
export const KeyReading = z.object({
  /** The text contains a private key, so nothing was read. */
  holdsPrivateKey: z.boolean(),
  found: z.array(FoundKey),
  /** Number of results above the first thousand. */
  leftOut: z.number().int(),
  /** Number of lines with text but without a key. */
  linesWithout: z.number().int(),
  /** The number of texts that look like a key and were skipped, because they are in a comment, an option, or quotes next to another key. */
  unused: z.number().int(),
});
export type KeyReading = z.infer<typeof KeyReading>;

/** Maximum keys of one text and of one lookup. */
export const mostFoundKeys = 1_000;

const privateMarks = [
  /BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/i,
  /PuTTY-User-Key-File-\d/i,
  /^Private-Lines:/im,
  // The start of the body of an OpenSSH private key: "openssh-key-v1".
  /b3BlbnNzaC1rZXktdjE/,
  /AGE-SECRET-KEY-1/i,
];

/** Whether a text contains a private key or a large part of one. Checked before a text is sent anywhere. */
export function holdsPrivateKey(text: string): boolean {
  return privateMarks.some((mark) => mark.test(text));
}

/** `waiting`: not looked up yet. `unknown`: the instance has no such key. */
export const keyAnswers = ['known', 'unknown', 'waiting'] as const;

/**
 * A cached key: fields of the instance, and Reeve's own fields in camelCase. A row that is not `known` has the id that
 * was looked up, or a negative id computed from its fingerprint.
 */
export const KeyRow = Key.extend({
  answer: z.enum(keyAnswers),
  /** Null if not known. */
  kind: z.enum(['ssh', 'deploy']).nullish(),
  /** As `ssh-keygen -l` prints them. */
  type: z.string().nullish(),
  bits: z.number().int().nullish(),
  ...nullish(z.string(), 'md5', 'sha256'),
  /** The comment next to it in the pasted text. */
  comment: z.string().nullish(),
  /** For deploy keys: ids of its projects, and of those that it may push to. */
  ...nullish(z.array(z.string()), 'projectIds', 'pushIds'),
  /** The pending lookup of this row, and what it searches by. */
  batch: z.string().nullish(),
  batchBy: z.enum(['id', 'fingerprint']).nullish(),
});
export type KeyRow = z.infer<typeof KeyRow>;

export const KeyFilter = z.object({
  answer: z.enum(keyAnswers).optional(),
  kind: z.enum(['ssh', 'deploy']).optional(),
  usage_type: z.string().optional(),
  /** Only keys with access to this project. */
  project: z.string().optional(),
  /** Only keys that may push to a project. */
  can_push: z.boolean().optional(),
  user_id: z.number().int().optional(),
  /** `left`: the account of the owner is not active, or the instance no longer returns it. `unknown`: not known. */
  owner_account: z.enum(['left', 'unknown']).optional(),
  /** Both bounds are inclusive. Keys without an expiry date never match. */
  ...between('expires'),
  /** Last used before this moment, or never. */
  unused_since: instant.optional(),
  /** Any of these MD5 or SHA256 fingerprints. */
  fingerprints: z.array(z.string()).max(400).optional(),
  ids: z.array(z.number().int()).max(200).optional(),
  batch: z.string().optional(),
});
export type KeyFilter = z.infer<typeof KeyFilter>;

/** An id or fingerprint to look up, and facts that are stored with it. */
export const KeyQuery = FoundKey.pick({ id: true, md5: true, sha256: true, type: true, bits: true, comment: true });
export type KeyQuery = z.infer<typeof KeyQuery>;

/** The cached row of a key that was found in a text. */
export const KeyAnswer = z.object({
  key: z.number().int(),
  row: KeyRow,
  fetchedAt: epochMs,
  notReturnedSince: epochMs.nullable(),
});
export type KeyAnswer = z.infer<typeof KeyAnswer>;

/** Keys that were looked up, of the whole instance (scope `''`). The API has no list of keys. */
export const keys = collection({
  row: KeyRow,
  lists: { instance: null },
  title: ['title', 'comment', 'sha256', 'md5'],
  about: 'user.username',
  columns: {
    title: 'normal',
    owner: { field: 'user.name', as: 'normal' },
    user_id: { field: 'user.id', as: 'number' },
    owner_state: { field: 'user.state', as: 'text' },
    answer: 'text',
    kind: 'text',
    type: 'text',
    usage_type: 'text',
    created_at: 'moment',
    expires_at: 'moment',
    last_used_at: 'moment',
    md5: 'text',
    sha256: 'text',
    projects: { field: 'projectIds', as: 'list' },
    pushes: { field: 'pushIds', as: 'list' },
    batch: 'text',
  },
  searched: ['title', 'comment', 'key', 'md5', 'sha256', 'user.username', 'user.name', 'user.email'],
  recorded: { not: ['answer', 'last_used_at', 'batch', 'user.name', 'user.username', 'user.email', 'user.state'] },
  indexes: [['title'], ['owner'], ['expires_at'], ['last_used_at'], ['sha256'], ['md5'], ['batch']],
  counted: ['answer', 'kind'],
  filter: KeyFilter,
  where: {
    answer: 'equal',
    kind: 'equal',
    usage_type: 'equal',
    user_id: 'equal',
    expires_after: { by: 'since', column: 'expires_at' },
    expires_before: { by: 'until', column: 'expires_at' },
    ids: { by: 'oneOf', column: 'id' },
    batch: 'equal',
  },
  valueColumns: { project: 'projects' },
  verbs: {
    /** Find keys in a text, without requests. */
    read: query(z.object({ text: z.string().max(4_000_000) }), KeyReading),
    /** The cached row for each query, in the same order; null: never looked up. */
    answers: query(
      z.object({ queries: z.array(KeyQuery).max(200) }),
      z.object({ answers: z.array(KeyAnswer.nullable()) }),
    ),
    /** Look up each key with one request, as a job. Earlier results are replaced. */
    lookUp: command(z.object({ queries: z.array(KeyQuery).min(1).max(mostFoundKeys) }), Job, { remote: true }),
    /** Look up cached rows again. */
    lookUpAgain: command(z.object({ keys: z.array(z.number().int()).min(1).max(mostFoundKeys) }), Job, {
      remote: true,
    }),
  },
});
