import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { reader } from '../http/reader.ts';
import { badFields, badParameter, notFound } from '../http/refusal.ts';
import { created, noContent } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { sshCertificateView } from '../views/ssh-certificates.ts';
import type { Group } from '../world/groups.ts';
import { parsePublicKey, sha256Fingerprint } from '../world/ssh-public-key.ts';
import { requireTopGroup } from '../world/top-group.ts';
import type { World } from '../world/world.ts';

const MAX_TITLE = 255;

/** `GET /groups/:id/ssh_certificates`, document 3:70. */
export function list(world: World, request: Request): Reply {
  const group = requireTopGroup(world, request.as, request.path.id);
  return paged(request, certificatesOf(world, group), sshCertificateView);
}

/** `POST /groups/:id/ssh_certificates`, document 3:71. */
export function create(world: World, request: Request): Reply {
  const group = requireTopGroup(world, request.as, request.path.id);
  const read = reader(request.body);
  const title = read.required.text('title').trim();
  const text = read.required.text('key').trim();
  if (title === '') throw badParameter('title is empty');
  if (title.length > MAX_TITLE) throw badFields({ title: [`is too long (maximum is ${MAX_TITLE} characters)`] });
  const key = parsePublicKey(text);
  if (key === undefined) throw badFields({ key: ['must be a valid SSH public key'] });
  const fingerprint = sha256Fingerprint(key);
  const isKnown = certificatesOf(world, group).some((row) => fingerprintOf(row.key) === fingerprint);
  if (isKnown) throw badFields({ fingerprint: ['has already been taken'] });
  const row = { group_id: group.id, title, key: text, created_at: world.clock.now() };
  return created(sshCertificateView(world.sshCertificates.add(row)));
}

/** `DELETE /groups/:id/ssh_certificates/:certificate_id`, document 3:72. */
export function remove(world: World, request: Request): Reply {
  const group = requireTopGroup(world, request.as, request.path.id);
  const id = pathInteger(request, 'certificate_id');
  const row = certificatesOf(world, group).find((each) => each.id === id);
  if (row === undefined) throw notFound('SSH Certificate');
  world.sshCertificates.remove(row.id);
  return noContent();
}

export const sshCertificates: Operations = {
  'GET /groups/:id/ssh_certificates': list,
  'POST /groups/:id/ssh_certificates': create,
  'DELETE /groups/:id/ssh_certificates/:certificate_id': remove,
};

const certificatesOf = (world: World, group: Group) => world.sshCertificates.filter((row) => row.group_id === group.id);

function fingerprintOf(text: string) {
  const key = parsePublicKey(text);
  return key === undefined ? undefined : sha256Fingerprint(key);
}
