import type { Random } from '../random.ts';
import { parseHostKey, publicKeyOf } from '../world/host-keys.ts';
import type { HostKey } from '../world/host-keys.ts';
import type { MirrorUpdate, RemoteMirror } from '../world/remote-mirrors.ts';
import type { World } from '../world/world.ts';
import { PROJECT_PATHS } from './groups.ts';

const HOUR_MS = 3_600_000;

/** Enabled and disabled mirrors with both authentication methods, of four projects. */
export function seedRemoteMirrors(world: World): void {
  const random = world.random('remote-mirrors');
  const ended = endedBefore(world);
  const idOf = (path: string) => world.projects.lookup(path)?.id ?? 0;
  const add = (path: string, url: string, more: Partial<RemoteMirror>) => {
    world.remoteMirrors.add({
      project_id: idOf(path),
      url,
      enabled: true,
      auth_method: 'password',
      host_keys: [],
      keep_divergent_refs: false,
      only_protected_branches: false,
      mirror_branch_regex: null,
      public_key: publicKeyOf(secret(random)),
      updates: [],
      ...more,
    });
  };
  add(PROJECT_PATHS.private, 'https://mirror:s3cret-word@git.example/backup/core.git', {
    updates: [ended(2, 4)],
  });
  add(PROJECT_PATHS.private, 'ssh://git@mirror.example/core.git', {
    auth_method: 'ssh_public_key',
    host_keys: [hostKey(random, 'mirror.example')],
    keep_divergent_refs: true,
    only_protected_branches: true,
    updates: [ended(30, 3), ended(3, 2, '13:get remote references: Permission denied (publickey).')],
  });
  add(PROJECT_PATHS.private, 'https://archive.example/core.git', { enabled: false });
  add(PROJECT_PATHS.sub, 'https://images:word@mirror.invalid/runner-images.git', {
    mirror_branch_regex: '^(main|v\\d)',
    updates: [
      ended(
        9,
        6,
        '13:get remote references: fatal: unable to access the remote: Could not resolve host: mirror.invalid',
      ),
    ],
  });
  add(PROJECT_PATHS.sub, 'ssh://git@backup.example/runner-images.git', {
    auth_method: 'ssh_public_key',
    host_keys: [hostKey(random, 'backup.example'), hostKey(random, 'backup.example')],
    updates: [ended(50, 21), ended(26, 34), ended(4, 28)],
  });
  add(PROJECT_PATHS.public, 'https://website:pass-word@pages.example/website.git', {
    only_protected_branches: true,
    updates: [ended(7, 3), ended(1, 5)],
  });
  add(PROJECT_PATHS.public, 'ssh://git@mirror.example/website.git', {
    auth_method: 'ssh_public_key',
    updates: [ended(80, 4), ended(6, 2, '13:get remote references: Host key verification failed.')],
  });
  add(PROJECT_PATHS.other, 'https://stock:word@git.example/backup/warehouse.git', { updates: [ended(12, 7)] });
  add(PROJECT_PATHS.other, 'https://archive.example/warehouse.git', { enabled: false, updates: [ended(900, 11)] });
}

/** An update that started so many hours before the end of the seeded time. */
const endedBefore =
  (world: World) =>
  (hours: number, seconds: number, error: string | null = null): MirrorUpdate => {
    const startsAt = world.seeded.untilMs - hours * HOUR_MS;
    return { startsAt, endsAt: startsAt + seconds * 1000, error };
  };

const secret = (random: Random) => Buffer.from(random.hex(64), 'hex');

/** A new key of a host. */
export function hostKey(random: Random, host: string): HostKey {
  const key = parseHostKey(publicKeyOf(secret(random)), host);
  if (key === undefined) throw new Error('the key of a host is not valid');
  return key;
}
