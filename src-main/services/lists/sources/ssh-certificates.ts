import { sshCertificates as api } from '#main/api/endpoints/ssh-certificates.ts';
import type { Listing } from '../listing.ts';
import { rowOf } from '../walk.ts';

/** SSH certificates of a top-level group; none can be asked for alone. */
export const sshCertificates: Listing<'sshCertificates'> = {
  stem: 'sshCertificates',
  scopes: ['group'],
  parts: ({ ref }) => [{ endpoint: api.list, input: { path: { id: ref } } }],
  read: ({ send, ref, signal }, id) => rowOf(send, api.list, { path: { id: ref } }, id, signal),
  path: ({ ref }) => `/groups/${encodeURIComponent(ref)}/ssh_certificates`,
};
