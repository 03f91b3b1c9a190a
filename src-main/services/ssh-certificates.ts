import type { CacheReader } from '#main/cache/store-api.ts';
import { wholeList } from '#shared/contract/collection.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { SshCertificate } from '#shared/contract/ssh-certificates.ts';
import type { Instance } from './instances/instance.ts';
import type { TextParser } from './text-parser.ts';
import { readAuthority } from './ssh/authority.ts';

/** Maximum certificates of a group that are compared with a new one. */
const mostCompared = 200;

/** Checks a new certificate before it is sent. */
export function sshCertificates(open: () => Instance, texts: TextParser) {
  return {
    check: async ({ scope, title, key }, signal) => {
      const { rows: _, ...read } = await texts.read('authority', { text: key }, signal);
      const cached = await certificatesOf(open().reader, scope, signal);
      const name = title.trim();
      const same = cached.find((row) => read.sha256 !== null && readAuthority(row.key ?? '').sha256 === read.sha256);
      return {
        ...read,
        isTitleBlank: name === '',
        isTitleTaken: cached.some((row) => name !== '' && row.title?.trim() === name),
        same: same === undefined ? null : { id: same.id, title: same.title ?? null },
      };
    },
  } satisfies Partial<Services<ReeveContract>['sshCertificates']>;
}

async function certificatesOf(reader: CacheReader, scope: Scope, signal: AbortSignal): Promise<SshCertificate[]> {
  const query = wholeList(scope, { sort: { by: 'id', direction: 'desc' } });
  const { rows } = await reader
    .lists('sshCertificates')
    .list({ query, slice: { from: 0, count: mostCompared } }, signal);
  return rows.map(({ row }) => row);
}
