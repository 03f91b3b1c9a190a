import { DAY_MS } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Identity, NewUser, ScimIdentity, UserState, UserType } from '../world/user.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { hostileNames } from './hostile.ts';
import { jobTitles, locations, organizations, pronouns, scripts, scriptWeights } from './names.ts';

/** Generated users, up to a total of `settings.users`, with gaps between the ids. */
export function seedUsers(world: World, cast: Cast): void {
  const random = world.random('users');
  const count = world.settings.users - world.users.size;
  const spanMs = world.seeded.untilMs - world.seeded.fromMs - 30 * DAY_MS;
  let id = 10;
  let createdAt = 0;
  for (let i = 0; i < count; i += 1) {
    id += random.chance(0.03) ? random.integer(2, 9) : 1;
    // Roughly in the order of the ids: with a jitter of weeks, and sometimes the same second as the account before.
    if (i === 0 || !random.chance(0.12)) {
      const jitter = (random.next() - 0.5) * 20 * DAY_MS;
      const at = world.seeded.fromMs + 10 * DAY_MS + (i / Math.max(1, count)) * spanMs + jitter;
      createdAt = Math.floor(at / 1000) * 1000;
    }
    world.users.add(account(random, i, id, createdAt, world.seeded.untilMs, cast));
  }
}

function account(random: Random, i: number, id: number, createdAt: number, untilMs: number, cast: Cast): NewUser {
  const type = typeOf(random);
  const state: UserState = random.chance(0.04) ? 'blocked' : random.chance(0.05) ? 'deactivated' : 'active';
  const isHuman = type === 'human';
  const username = usernameOf(random, type, id);
  const email = `${username}@${random.pick(['platform.example', 'mail.example', 'bücher.example'])}`;
  const seenAt = lastSeen(random, createdAt, untilMs);
  const ip = random.chance(0.2) ? `2001:db8::${random.hex(4)}` : `198.51.100.${random.integer(1, 254)}`;
  const hasProfile = isHuman && random.chance(0.4);
  return {
    id,
    username,
    name: isHuman ? nameOf(random, i) : `${type.replace('_', ' ')} ${id}`,
    state,
    type,
    locked: isHuman && random.chance(0.01),
    avatar_url: random.chance(0.6) ? `https://avatars.example/${id}.png` : null,
    created_at: createdAt,
    updated_at: Math.max(createdAt, seenAt ?? 0),
    ...(hasProfile ? profileOf(random, username) : {}),
    follower_ids: random.chance(0.05) ? [cast.developer.id, cast.owner.id].slice(0, random.integer(1, 2)) : [],
    following: random.chance(0.3) ? random.integer(0, 40) : 0,
    utc_offset_minutes: random.pick([-480, -300, 0, 0, 60, 60, 120, 330, 345, 540]),
    email,
    public_email: random.chance(0.1) ? email : '',
    commit_email: random.chance(0.1) ? `commits+${username}@mail.example` : null,
    is_admin: isHuman && random.chance(0.002),
    is_auditor: isHuman && random.chance(0.002),
    last_sign_in_at: seenAt,
    current_sign_in_at: seenAt,
    confirmed_at: random.chance(0.97) ? createdAt + 60_000 : null,
    last_activity_on: seenAt === null ? null : Math.floor(seenAt / DAY_MS) * DAY_MS,
    theme_id: random.integer(1, 11),
    color_scheme_id: random.integer(1, 6),
    note: random.chance(0.05)
      ? random.pick(['Contractor until March', 'Asked for help', hostileNames[2] ?? '', 'ВИП'])
      : null,
    identities: isHuman ? identitiesOf(random, username) : [],
    scim_identities: isHuman ? scimOf(random, username) : [],
    two_factor_enabled: isHuman && random.chance(0.45),
    external: random.chance(0.08),
    private_profile: isHuman && random.chance(0.06),
    current_sign_in_ip: seenAt === null ? null : ip,
    last_sign_in_ip: seenAt === null ? null : ip,
    created_by_id: random.chance(0.3) ? cast.admin.id : null,
    using_license_seat: isHuman && state === 'active',
    shared_runners_minutes_limit: random.chance(0.03) ? random.integer(1, 20) * 100 : null,
    custom_attributes: random.chance(0.1) ? [{ key: 'team', value: random.pick(['red', 'green', 'blue']) }] : [],
  };
}

function typeOf(random: Random): UserType {
  const draw = random.next();
  if (draw < 0.03) return 'project_bot';
  if (draw < 0.04) return 'service_account';
  return draw < 0.045 ? 'internal' : 'human';
}

function usernameOf(random: Random, type: UserType, id: number) {
  if (type === 'project_bot') return `project_${random.integer(1, 999)}_bot_${id}`;
  if (type === 'service_account') return `service_account_${random.hex(8)}${id}`;
  if (type === 'internal') return `support-bot-${id}`;
  const [latin] = scripts;
  const given = random.pick(latin?.given ?? []);
  const family = random.pick(latin?.family ?? []);
  const name = random.chance(0.3) ? `${given}_${family}` : `${given}.${family}`.toLowerCase();
  return `${name}${id}`;
}

const HOSTILE_EVERY = 25;
const totalWeight = scriptWeights.reduce((sum, weight) => sum + weight, 0);

/** Hostile names, spread among ordinary ones. Each is used once before any is repeated. */
function nameOf(random: Random, i: number) {
  if (i % HOSTILE_EVERY === 7 && i < HOSTILE_EVERY * hostileNames.length)
    return hostileNames[Math.floor(i / HOSTILE_EVERY)] ?? '';
  let draw = random.next() * totalWeight;
  const at = scriptWeights.findIndex((weight) => (draw -= weight) < 0);
  const { given, family, join } = scripts[at] ?? random.pick(scripts);
  return join(random.pick(given), random.pick(family));
}

function profileOf(random: Random, username: string): Partial<NewUser> {
  return {
    bio: random.chance(0.3) ? 'Builds things & breaks <some> of them.' : '',
    location: random.pick(locations),
    organization: random.pick(organizations),
    job_title: random.pick(jobTitles),
    pronouns: random.pick(pronouns),
    website_url: random.chance(0.3) ? `https://${username.replace('_', '-')}.example` : '',
    network_a: random.chance(0.3) ? username : '',
    network_b: random.chance(0.2) ? username : '',
    network_c: random.chance(0.1) ? `@${username}` : '',
    codehost_a: random.chance(0.3) ? username : '',
    work_information: random.chance(0.3) ? 'Engineer at Acme' : null,
  };
}

/** Some users have never been active, or only long ago. */
function lastSeen(random: Random, createdAt: number, untilMs: number) {
  if (random.chance(0.07)) return null;
  const share = Math.sqrt(random.next());
  return Math.floor((createdAt + share * (untilMs - createdAt)) / 1000) * 1000;
}

function identitiesOf(random: Random, username: string): Identity[] {
  const identities: Identity[] = [];
  if (random.chance(0.2)) {
    const uid = `uid=${username},ou=people,dc=platform,dc=example`;
    identities.push({ provider: 'ldapmain', extern_uid: uid, saml_provider_id: null });
  }
  if (random.chance(0.1)) {
    identities.push({ provider: 'group_saml', extern_uid: random.hex(12), saml_provider_id: random.integer(1, 3) });
  }
  return identities;
}

function scimOf(random: Random, username: string): ScimIdentity[] {
  return random.chance(0.05) ? [{ extern_uid: `scim-${username}`, group_id: 1, active: random.chance(0.9) }] : [];
}
