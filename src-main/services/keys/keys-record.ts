import { createHash } from 'node:crypto';
import type { Key, KeyQuery, KeyRow } from '#shared/contract/keys.ts';
import { readKeys } from '../ssh/ssh-text.ts';

/** The place of keys in the cache. They belong to the whole instance. */
export const keysPlace = { collection: 'keys', scope: '' } as const;

type Fingerprints = Pick<KeyRow, 'md5' | 'sha256'>;

/** A negative id for a key of which only the fingerprint is known. */
export function fingerprintId(fingerprint: string): number {
  return -1 - createHash('sha256').update(fingerprint).digest().readUIntBE(0, 6);
}

/** The id of the row of a query while its key is unknown. */
export function rowIdOf({ id, sha256, md5 }: KeyQuery): number {
  return id ?? fingerprintId(sha256 ?? md5 ?? '');
}

/** Ids of the rows that represented a key before its own id was known. */
export function placeholderIds({ md5, sha256 }: Fingerprints): number[] {
  return [md5, sha256].flatMap((one) => (typeof one === 'string' ? [fingerprintId(one)] : []));
}

/** The fingerprint to look up; SHA256 if known. */
export function fingerprintOf({ md5, sha256 }: Fingerprints): string {
  return typeof sha256 === 'string' ? `SHA256:${sha256}` : (md5 ?? '');
}

/** The row of a pending lookup. */
export function waitingRow(ask: KeyQuery, batch: string): KeyRow {
  const { md5, sha256, type, bits, comment } = ask;
  const batchBy = ask.id === null ? 'fingerprint' : 'id';
  return { id: rowIdOf(ask), answer: 'waiting', md5, sha256, type, bits, comment, batch, batchBy };
}

/**
 * The row of a key that the instance returned, with fingerprints computed from its key line. Without a key line they
 * stay as they were.
 */
export function knownRow(reply: Key, before: KeyRow): KeyRow {
  const [read] = readKeys(reply.key ?? '').found;
  const { md5, sha256, type, bits } = read?.error === null ? read : before;
  const projects = reply.deploy_keys_projects ?? null;
  return {
    ...reply,
    answer: 'known',
    kind: projects === null ? 'ssh' : 'deploy',
    md5,
    sha256,
    type,
    bits,
    comment: before.comment,
    projectIds: projects?.map(({ project_id: id }) => String(id)),
    pushIds: projects?.flatMap(({ project_id: id, can_push: canPush }) => (canPush === true ? [String(id)] : [])),
  };
}

/** The row without the mark of its lookup. */
export function withoutBatch({ batch: _, batchBy: __, ...row }: KeyRow): KeyRow {
  return row;
}
