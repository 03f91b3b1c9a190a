import {
  MirrorPublicKey,
  RemoteMirror,
  RemoteMirrorCreate,
  RemoteMirrorEdit,
} from '#shared/contract/remote-mirrors.ts';
import { endpoint, exact, lossy, none, paged, table } from '../endpoint.ts';

/** The regular expression has an effect only if the mirror is not limited to protected branches (document 1:186). */
const exclusive = [['mirror_branch_regex', 'only_protected_branches']];

const list = endpoint('GET /projects/:id/remote_mirrors', { ...paged(RemoteMirror), doc: '1:183' });

/** The maximum number of enabled push mirrors in one project (document 1:247). */
const ceiling = { count: 10, list, field: 'enabled', self: 'mirror_id' };

/** Push mirrors. Pull mirrors are not part of this API. */
export const remoteMirrors = table('remote-mirrors', {
  list,
  get: endpoint('GET /projects/:id/remote_mirrors/:mirror_id', { reply: RemoteMirror, doc: '1:184' }),
  /** Only for mirrors that use an SSH key; 400 or 404 for others (readings 15). */
  publicKey: endpoint('GET /projects/:id/remote_mirrors/:mirror_id/public_key', {
    reply: MirrorPublicKey,
    doc: '1:185',
  }),
  create: endpoint('POST /projects/:id/remote_mirrors', {
    body: RemoteMirrorCreate,
    reply: RemoteMirror,
    undo: exact(),
    exclusive,
    // The URL may contain user name and password
    secrets: ['url'],
    ceiling,
    doc: '1:186',
  }),
  edit: endpoint('PUT /projects/:id/remote_mirrors/:mirror_id', {
    body: RemoteMirrorEdit,
    reply: RemoteMirror,
    undo: lossy('host_keys', 'mirror_branch_regex'),
    exclusive,
    ceiling,
    doc: '1:187',
  }),
  sync: endpoint('POST /projects/:id/remote_mirrors/:mirror_id/sync', {
    undo: none('the instance pushes now, and Reeve can’t take back what was pushed'),
    doc: '1:188',
  }),
  remove: endpoint('DELETE /projects/:id/remote_mirrors/:mirror_id', {
    undo: lossy('id', 'the credentials', 'the SSH key', 'host_keys', 'mirror_branch_regex', 'last_update_at'),
    doc: '1:189',
  }),
});
