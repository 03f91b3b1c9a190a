import { createPrivateKey, createPublicKey } from 'node:crypto';
import { DAY_MS } from '../clock.ts';
import type { Random } from '../random.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { CAST } from './cast.ts';
import { PROJECT_PATHS } from './groups.ts';

/** Public keys that were created for the simulator. Their private keys were deleted. */
const RSA_KEY =
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDSD8A19UqggPLp4pui8zxlDOlr+qC6KQzjJevX6eb5Ff8rsqWVA11nQCvvTaMRqY7scXete6' +
  'vHoxSKQshaWd3v6LHeYxtQcX+M3BDPUPURzsUgs8bXHiB+vPFESsK1BXy33hbSGTDUzeyoYqLXdhPCkpI14IoHSHNN+UHGd7A/0NXgMPeamSLo' +
  'cYe6HEAPSQcyGYTosmbrKm7UKprDGntPtgRS9u1tRii1kYexcWyILrk1S+/l191aLWJpz1I+GOKxHxMfl+KMPlys7w6xdi6TnJ1PrR2ZIKJOTe' +
  '7bHwNtX5FuiPhpou3bXEx4BkyQwKE2+NJtFbH8RuFy6ghLCQqF maintainer@workstation';
const ECDSA_KEY =
  'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBOIzbFOjQ8pDcqZPOPZUmX+/f5fDTXkLIgUcUhvV' +
  '2E55D4yuLMunlaUxIS7TFHmiE9xoqIHk+S5PeSp+xrr4TU0= deploy@ci';

const PEOPLE_WITH_KEYS = 14;

/** Keys of users, then deploy keys. The ids are low (readings 32). */
export function seedKeys(world: World, cast: Cast): void {
  const random = world.random('keys');
  const people = world.users.ordered('id').filter((user) => user.id > 10 && user.type === 'human');
  const owners = [...CAST.map((name) => cast[name]), ...people.slice(0, PEOPLE_WITH_KEYS)];
  for (const user of owners) {
    addUserKey(world, random, user.id, titleOf(world, user), ed25519Line(random, user.email));
  }
  const rsaKey = RSA_KEY.replace(/ maintainer@/, ` ${cast.maintainer.username}@`);
  addUserKey(world, random, cast.maintainer.id, 'Workstation (RSA)', rsaKey);
  const core = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const website = world.projects.lookup(PROJECT_PATHS.public)?.id ?? 0;
  const images = world.projects.lookup(PROJECT_PATHS.sub)?.id ?? 0;
  addDeployKey(world, cast, 'CI deploy', ECDSA_KEY, [
    { projectId: core, canPush: true },
    { projectId: website, canPush: false },
  ]);
  addDeployKey(world, cast, 'Image mirror', ed25519Line(random, 'mirror@ci'), [{ projectId: images, canPush: false }]);
  addDeployKey(world, cast, 'Documentation', ed25519Line(random, 'docs@ci'), [{ projectId: website, canPush: true }]);
}

const DEVICES = ['ThinkPad X1', 'MacBook Pro', 'Work laptop', 'Desktop at home', 'Dell XPS 13'];

function titleOf({ settings }: World, { id, username }: User) {
  return settings.hostile ? `${username} laptop` : (DEVICES[id % DEVICES.length] ?? '');
}

function addUserKey(world: World, random: Random, userId: number, title: string, key: string) {
  const createdAt = world.seeded.untilMs - random.integer(60, 900) * DAY_MS;
  world.keys.add({
    kind: 'user',
    title,
    key,
    created_at: createdAt,
    expires_at: random.chance(0.3) ? world.seeded.untilMs + random.integer(-30, 300) * DAY_MS : null,
    last_used_at: random.chance(0.7) ? usedAt(world, createdAt, random.integer(1, 50)) : null,
    usage_type: random.pick(['auth', 'auth_and_signing', 'auth_and_signing', 'signing']),
    user_id: userId,
  });
}

/** So many days after the creation; for the company, so many hours before the end of the seeded time. */
const usedAt = ({ settings, seeded }: World, createdAt: number, n: number) =>
  settings.hostile ? createdAt + n * DAY_MS : seeded.untilMs - n * 3_600_000;

interface Use {
  projectId: number;
  canPush: boolean;
}

function addDeployKey(world: World, cast: Cast, title: string, key: string, uses: readonly Use[]) {
  const createdAt = world.seeded.fromMs + 40 * DAY_MS;
  const { id } = world.keys.add({
    kind: 'deploy',
    title,
    key,
    created_at: createdAt,
    expires_at: null,
    last_used_at: world.seeded.untilMs - 3 * DAY_MS,
    usage_type: 'auth',
    user_id: cast.owner.id,
  });
  for (const { projectId, canPush } of uses) {
    const at = { created_at: createdAt, updated_at: createdAt };
    world.keys.deployKeyProjects.add({ deploy_key_id: id, project_id: projectId, can_push: canPush, ...at });
  }
}

/** The bytes before the 32 secret bytes of an Ed25519 key in PKCS 8. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Cached keys by secret. All platforms of a process have the same keys, and deriving them takes half the time of the seed. */
const publicHalves = new Map<string, string>();

/** The public key of an Ed25519 key in the one-line format of OpenSSH. */
export function ed25519Line(random: Random, comment: string): string {
  const secret = random.hex(64);
  const known = publicHalves.get(secret) ?? publicHalf(secret);
  publicHalves.set(secret, known);
  return `ssh-ed25519 ${known} ${comment}`;
}

function publicHalf(secret: string): string {
  const key = Buffer.concat([PKCS8_HEAD, Buffer.from(secret, 'hex')]);
  const { x = '' } = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' })).export({ format: 'jwk' });
  return Buffer.concat([sized(Buffer.from('ssh-ed25519')), sized(Buffer.from(x, 'base64url'))]).toString('base64');
}

function sized(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
