import { randomBytes } from 'node:crypto';
import { RE2JS } from 're2js';
import { missingRole } from '../gitlab/dialect.ts';
import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { badFields, badRequest, notFound } from '../http/refusal.ts';
import { created, noContent, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { remoteMirrorView } from '../views/remote-mirrors.ts';
import { requireProject } from '../world/access.ts';
import { parseHostKey, publicKeyOf } from '../world/host-keys.ts';
import { LEVEL } from '../world/levels.ts';
import type { Project } from '../world/projects.ts';
import { MAX_ENABLED_MIRRORS } from '../world/remote-mirrors.ts';
import type { RemoteMirror } from '../world/remote-mirrors.ts';
import type { World } from '../world/world.ts';
import { requiredFilled } from './commit-requests.ts';

const AUTH_METHODS = ['ssh_public_key', 'password'] as const;
const PROTOCOLS = ['http:', 'https:', 'ssh:', 'git:'];

/** `GET /projects/:id/remote_mirrors`, document 1:183. */
export function list(world: World, request: Request): Reply {
  const mirrors = world.remoteMirrors.of(projectOf(world, request).id);
  return paged(request, mirrors, (mirror) => remoteMirrorView(world, mirror));
}

/** `GET /projects/:id/remote_mirrors/:mirror_id`, document 1:184. */
export const get = (world: World, request: Request): Reply => ok(remoteMirrorView(world, mirrorOf(world, request)));

/** `GET /projects/:id/remote_mirrors/:mirror_id/public_key`, document 1:185. */
export function publicKey(world: World, request: Request): Reply {
  const mirror = mirrorOf(world, request);
  if (mirror.auth_method !== 'ssh_public_key') throw badRequest('This mirror does not authenticate by an SSH key');
  return ok({ public_key: mirror.public_key });
}

/** `POST /projects/:id/remote_mirrors`, document 1:186. */
export function create(world: World, request: Request): Reply {
  const project = projectOf(world, request);
  const read = reader(request.body);
  const url = checkedUrl(requiredFilled(read, 'url').trim());
  const fields = fieldsOf(read, {
    url,
    enabled: false,
    auth_method: 'password',
    host_keys: [],
    keep_divergent_refs: false,
    only_protected_branches: false,
    mirror_branch_regex: null,
  });
  if (fields.enabled) requireRoom(world, project);
  const mirror = world.remoteMirrors.add({
    ...fields,
    project_id: project.id,
    public_key: publicKeyOf(randomBytes(32)),
    updates: [],
  });
  return created(remoteMirrorView(world, mirror));
}

/** `PUT /projects/:id/remote_mirrors/:mirror_id`, document 1:187. The URL can't be changed. */
export function update(world: World, request: Request): Reply {
  const project = projectOf(world, request);
  const mirror = mirrorOf(world, request);
  const fields = fieldsOf(reader(request.body), mirror);
  if (fields.enabled && !mirror.enabled) requireRoom(world, project);
  Object.assign(mirror, fields);
  return ok(remoteMirrorView(world, mirror));
}

/** `POST /projects/:id/remote_mirrors/:mirror_id/sync`, document 1:188. */
export function sync(world: World, request: Request): Reply {
  const mirror = mirrorOf(world, request);
  if (!mirror.enabled) throw badRequest('Cannot proceed with the push mirroring. The mirror is disabled');
  world.remoteMirrors.schedule(mirror);
  return noContent();
}

/** `DELETE /projects/:id/remote_mirrors/:mirror_id`, document 1:189. */
export function remove(world: World, request: Request): Reply {
  world.remoteMirrors.remove(mirrorOf(world, request).id);
  return noContent();
}

export const remoteMirrors: Operations = {
  'GET /projects/:id/remote_mirrors': list,
  'GET /projects/:id/remote_mirrors/:mirror_id': get,
  'GET /projects/:id/remote_mirrors/:mirror_id/public_key': publicKey,
  'POST /projects/:id/remote_mirrors': create,
  'PUT /projects/:id/remote_mirrors/:mirror_id': update,
  'POST /projects/:id/remote_mirrors/:mirror_id/sync': sync,
  'DELETE /projects/:id/remote_mirrors/:mirror_id': remove,
};

type Fields = Omit<RemoteMirror, 'id' | 'project_id' | 'public_key' | 'updates'>;

const projectOf = (world: World, { as, path }: Request): Project =>
  requireProject(world, as, path.id, LEVEL.maintainer, missingRole(world));

function mirrorOf(world: World, request: Request): RemoteMirror {
  const project = projectOf(world, request);
  const mirror = world.remoteMirrors.get(pathInteger(request, 'mirror_id') ?? 0);
  if (mirror?.project_id !== project.id) throw notFound('Remote mirror');
  return mirror;
}

function checkedUrl(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !PROTOCOLS.includes(url.protocol) || url.hostname === '' || /\s/.test(text))
    throw badFields({ url: ['is blocked: Only allowed schemes are http, https, ssh, git'] });
  return text;
}

/** The existing values, overridden by the given ones. */
function fieldsOf(read: Reader, before: Fields): Fields {
  const regex = read.has('mirror_branch_regex') ? read.text('mirror_branch_regex') || null : before.mirror_branch_regex;
  const onlyProtected = read.boolean('only_protected_branches') ?? before.only_protected_branches;
  if (regex !== null && onlyProtected)
    throw badFields({ mirror_branch_regex: ['needs only_protected_branches to be off'] });
  if (regex !== null && !isRegex(regex)) throw badFields({ mirror_branch_regex: ['is not a valid RE2 pattern'] });
  return {
    url: before.url,
    enabled: read.boolean('enabled') ?? before.enabled,
    auth_method: read.oneOf('auth_method', AUTH_METHODS) ?? before.auth_method,
    host_keys: hostKeysOf(read, before),
    keep_divergent_refs: read.boolean('keep_divergent_refs') ?? before.keep_divergent_refs,
    only_protected_branches: onlyProtected,
    mirror_branch_regex: regex,
  };
}

function hostKeysOf(read: Reader, { host_keys, url }: Fields) {
  const given = read.list('host_keys');
  if (given === undefined) return host_keys;
  const { hostname, port } = new URL(url);
  const host = port === '' ? hostname : `[${hostname}]:${port}`;
  return given
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const key = parseHostKey(text, host);
      if (key === undefined) throw badFields({ host_keys: ['is not a valid SSH host key'] });
      return key;
    });
}

function isRegex(text: string) {
  try {
    RE2JS.compile(text);
    return true;
  } catch {
    return false;
  }
}

/** Document 1:246. */
function requireRoom(world: World, project: Project) {
  const enabled = world.remoteMirrors.of(project.id).filter((mirror) => mirror.enabled);
  if (enabled.length >= MAX_ENABLED_MIRRORS)
    throw badFields({ base: [`A project has at most ${MAX_ENABLED_MIRRORS} enabled push mirrors`] });
}
