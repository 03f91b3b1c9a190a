import { DAY_MS } from '../clock.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { serviceUsername } from './company/people.ts';
import { ENTERPRISE_DOMAIN } from './enterprise-users.ts';
import { GROUP_PATHS } from './groups.ts';

/** With fewer accounts, there are no service accounts. */
const MIN_USERS = 40;

const INSTANCE_NAMES = ['Backup', 'Service account user'];
const COMPANY_INSTANCE_NAMES = ['Backup', 'Monitoring'];
const GROUP_NAMES = ['Deployments', 'Dependency updates', 'Assistant', 'Release notes'];

/** Makes the newest generated users service accounts of the instance and of the top-level group. */
export function seedServiceAccounts(world: World, cast: Cast): void {
  const group = world.groups.lookup(GROUP_PATHS.top);
  if (group === undefined || world.users.size < MIN_USERS) return;
  const members = new Set(world.members.all().map(({ user_id }) => user_id));
  const people = world.users
    .ordered('id')
    .filter((user) => user.type === 'human' && user.state === 'active' && !user.is_admin && !user.is_auditor)
    .filter((user) => !members.has(user.id))
    .toReversed();
  const names = world.settings.hostile ? INSTANCE_NAMES : COMPANY_INSTANCE_NAMES;
  for (const name of names) become(world, cast, people.shift(), name, null);
  const own = GROUP_NAMES.flatMap((name) => become(world, cast, people.shift(), name, group.id) ?? []);
  const [first, , assistant] = own;
  if (assistant !== undefined) world.serviceAccounts.makeComposite(assistant);
  if (first !== undefined) giveTokens(world, first);
}

function become(world: World, cast: Cast, user: User | undefined, name: string, groupId: number | null) {
  if (user === undefined) return undefined;
  const prefix = groupId === null ? 'service_account_' : `service_account_group_${groupId}_`;
  const { hostile } = world.settings;
  const username = hostile ? `${prefix}${world.random(`service-accounts ${user.id}`).hex(32)}` : serviceUsername(name);
  return world.users.edit(user.id, {
    type: 'service_account',
    name,
    username,
    email: `${username}@noreply.${hostile ? 'platform.example' : ENTERPRISE_DOMAIN}`,
    ...(hostile ? {} : { job_title: '', organization: '', location: '', work_information: null, bio: '', note: null }),
    public_email: '',
    commit_email: null,
    provisioned_by_group_id: groupId,
    created_by_id: groupId === null ? cast.admin.id : cast.owner.id,
    identities: [],
    scim_identities: [],
    two_factor_enabled: false,
    external: false,
    private_profile: false,
    using_license_seat: false,
    updated_at: user.updated_at,
  });
}

/** Active tokens, a revoked one, an expired one, and one that was never used. */
function giveTokens(world: World, user: User) {
  const random = world.random('service-accounts tokens');
  const today = Math.floor(world.clock.now() / DAY_MS) * DAY_MS;
  const rows = [
    { name: 'deploy production', scopes: ['api'], expiresAt: today + 90 * DAY_MS, usedDaysAgo: 1 },
    { name: 'deploy staging', scopes: ['api'], expiresAt: today + 200 * DAY_MS, usedDaysAgo: 12 },
    { name: 'read only', scopes: ['read_api', 'read_repository'], expiresAt: today + 30 * DAY_MS, usedDaysAgo: null },
    {
      name: world.settings.hostile ? 'leaked' : 'chat notifications',
      scopes: ['api'],
      expiresAt: today + 60 * DAY_MS,
      usedDaysAgo: 40,
      revoked: true,
    },
    { name: 'old build', scopes: ['read_repository'], expiresAt: world.seeded.untilMs - 20 * DAY_MS, usedDaysAgo: 50 },
  ];
  for (const [i, { name, scopes, expiresAt, usedDaysAgo, revoked }] of rows.entries()) {
    world.tokens.add({
      value: `pat-service-${random.hex(24)}`,
      user_id: user.id,
      name,
      description: `Used by the ${name} job`,
      scopes,
      created_at: world.seeded.untilMs - (100 - i * 10) * DAY_MS,
      expires_at: expiresAt,
      last_used_at: usedDaysAgo === null ? null : world.seeded.untilMs - usedDaysAgo * DAY_MS,
      revoked: revoked ?? false,
    });
  }
}
