import { DAY_MS } from '../../clock.ts';
import type { Random } from '../../random.ts';
import type { Identity, NewUser, UserState } from '../../world/user.ts';
import type { World } from '../../world/world.ts';
import type { Cast } from '../cast.ts';
import { ENTERPRISE_DOMAIN } from '../enterprise-users.ts';
import { adminNotes, bios, departments, locationOffsets, locations, partners } from './departments.ts';
import { nameLists } from './names.ts';

const HOUR_MS = 3_600_000;

/** The oldest accounts belong to people who still work here: members of groups, authors and assignees. */
const STAFF = 40;

const technical = departments.slice(0, 3);

const BOTS = ['Dependency bot', 'Release bot', 'Translation bot', 'Pages publisher', 'Backup check', 'Metrics export'];
const SERVICES = [
  'Artifact upload',
  'Status page',
  'Chat notifications',
  'License check',
  'Warehouse import',
  'Certificate renewal',
];
const INTERNAL = ['Support Bot', 'Alert Bot', 'Security Bot', 'Migration Bot'];

/** The accounts of a company: user names and addresses fit the names, most people were active in the last days. */
export function seedPeople(world: World, cast: Cast): void {
  const random = world.random('company people');
  const taken = new Map<string, number>();
  const free = (base: string) => {
    let name: string;
    do {
      const count = (taken.get(base) ?? 0) + 1;
      taken.set(base, count);
      name = count === 1 ? base : `${base}${count}`;
    } while (world.users.byUsername(name) !== undefined);
    return name;
  };
  const count = world.settings.users - world.users.size;
  const { fromMs, untilMs } = world.seeded;
  const spanMs = untilMs - fromMs - 12 * DAY_MS;
  let id = 10;
  let services = 0;
  const nextService = () => (services += 1);
  for (let i = 0; i < count; i += 1) {
    id += random.chance(0.03) ? random.integer(2, 9) : 1;
    // A company that grows: the later, the more new accounts.
    const share = Math.sqrt((i + random.next()) / count);
    const createdAt = wholeSecond(fromMs + 10 * DAY_MS + share * spanMs);
    const draw = i < STAFF ? 1 : random.next();
    const given =
      draw < 0.045
        ? machine(random, draw, id, free, nextService)
        : person(random, { i, createdAt, untilMs, cast, free });
    world.users.add({ id, created_at: createdAt, updated_at: createdAt, ...given });
  }
}

const wholeSecond = (ms: number) => Math.floor(ms / 1000) * 1000;

type Free = (base: string) => string;

/** `svc-license-check` */
export const serviceUsername = (name: string) => `svc-${name.toLowerCase().replaceAll(' ', '-')}`;

/** An account without a person. */
function machine(random: Random, draw: number, id: number, free: Free, nextService: () => number): Omit<NewUser, 'id'> {
  if (draw < 0.03) {
    const username = `project_${random.integer(1, 60)}_bot_${random.hex(8)}${id}`;
    return {
      username,
      name: random.pick(BOTS),
      type: 'project_bot',
      email: `${username}@noreply.${ENTERPRISE_DOMAIN}`,
    };
  }
  if (draw < 0.042) {
    const name = SERVICES[nextService() % SERVICES.length] ?? '';
    const username = free(serviceUsername(name));
    return { username, name, type: 'service_account', email: `${username}@noreply.${ENTERPRISE_DOMAIN}` };
  }
  const name = random.pick(INTERNAL);
  const username = free(name.toLowerCase().replace(' ', '-'));
  return { username, name, type: 'internal', email: `${username}@${ENTERPRISE_DOMAIN}` };
}

interface Place {
  i: number;
  createdAt: number;
  untilMs: number;
  cast: Cast;
  free: Free;
}

function person(random: Random, { i, createdAt, untilMs, cast, free }: Place): Omit<NewUser, 'id'> {
  const { given, family, join } = weighted(random, nameLists);
  const [first, last] = [random.pick(given), random.pick(family)];
  const username = free(`${first.latin}.${last.latin}`);
  const isStaff = i < STAFF;
  const partner = !isStaff && random.chance(0.08) ? random.pick(partners) : undefined;
  const department = isStaff ? random.pick(technical) : weighted(random, departments);
  const at = random.integer(0, locations.length - 1);
  const state: UserState = isStaff
    ? 'active'
    : random.chance(0.05)
      ? 'blocked'
      : random.chance(0.07)
        ? 'deactivated'
        : 'active';
  const seenAt = isStaff ? recent(random, createdAt, untilMs) : lastSeen(random, state, createdAt, untilMs);
  const email = `${username}@${partner?.domain ?? ENTERPRISE_DOMAIN}`;
  const ip = random.chance(0.2) ? `2001:db8::${random.hex(4)}` : `198.51.100.${random.integer(1, 254)}`;
  return {
    username,
    name: join(first.name, last.name),
    state,
    type: 'human',
    locked: random.chance(0.01),
    avatar_url: random.chance(0.6) ? `https://avatars.example/${username}.png` : null,
    updated_at: Math.max(createdAt, seenAt ?? 0),
    bio: random.chance(0.2) ? random.pick(bios) : '',
    location: locations[at] ?? '',
    organization: partner?.name ?? 'Acme',
    job_title: random.pick(department.jobTitles),
    pronouns: random.pick(['', '', '', '', 'they/them']),
    website_url: random.chance(0.08) ? `https://${username.replace('.', '-')}.example` : '',
    network_a: random.chance(0.2) ? username.replace('.', '-') : '',
    codehost_a: random.chance(0.2) ? username.replace('.', '-') : '',
    work_information: `${department.name} at ${partner?.name ?? 'Acme'}`,
    follower_ids: random.chance(0.05) ? [cast.developer.id, cast.owner.id].slice(0, random.integer(1, 2)) : [],
    following: random.chance(0.3) ? random.integer(0, 40) : 0,
    utc_offset_minutes: locationOffsets[at] ?? 0,
    email,
    public_email: random.chance(0.1) ? email : '',
    commit_email: random.chance(0.1) ? `commits+${email}` : null,
    is_admin: !isStaff && state === 'active' && random.chance(0.004),
    is_auditor: random.chance(0.002),
    last_sign_in_at: seenAt,
    current_sign_in_at: seenAt,
    confirmed_at: seenAt !== null || random.chance(0.5) ? createdAt + 60_000 : null,
    last_activity_on: seenAt === null ? null : Math.floor(seenAt / DAY_MS) * DAY_MS,
    theme_id: random.integer(1, 11),
    color_scheme_id: random.integer(1, 6),
    note: random.chance(0.04) ? random.pick(adminNotes) : null,
    identities: identitiesOf(random, username, partner === undefined),
    two_factor_enabled: isStaff ? random.chance(0.8) : random.chance(0.55),
    external: partner !== undefined,
    private_profile: random.chance(0.04),
    current_sign_in_ip: seenAt === null ? null : ip,
    last_sign_in_ip: seenAt === null ? null : ip,
    created_by_id: random.chance(0.3) ? cast.admin.id : null,
    using_license_seat: state === 'active',
    shared_runners_minutes_limit: random.chance(0.03) ? random.integer(1, 20) * 100 : null,
    custom_attributes: random.chance(0.3) ? [{ key: 'department', value: department.name }] : [],
  };
}

/** Chooses by the property `percent`; together, the elements have 100. */
function weighted<T extends { percent: number }>(random: Random, list: readonly T[]): T {
  let draw = random.next() * 100;
  return list.find(({ percent }) => (draw -= percent) < 0) ?? random.pick(list);
}

const recent = (random: Random, createdAt: number, untilMs: number) =>
  wholeSecond(Math.max(createdAt, untilMs - random.next() ** 3 * 40 * HOUR_MS - 60_000));

/** Most people were active in the last three days, some months ago. Some accounts were never used. */
function lastSeen(random: Random, state: UserState, createdAt: number, untilMs: number): number | null {
  if (random.chance(0.04)) return null;
  const draw = random.next();
  if (state !== 'active') {
    // Blocked when people left, deactivated after 90 days without activity.
    const oldest = createdAt + DAY_MS;
    const newest = untilMs - 95 * DAY_MS;
    return wholeSecond(newest > oldest ? newest - draw ** 2 * (newest - oldest) : createdAt + 120_000);
  }
  const [fromDays, toDays] = draw < 0.62 ? [0, 3] : draw < 0.84 ? [3, 30] : draw < 0.96 ? [30, 180] : [180, 700];
  const daysAgo = fromDays + random.next() * (toDays - fromDays);
  return wholeSecond(Math.max(createdAt + 120_000, untilMs - 60_000 - daysAgo * DAY_MS));
}

function identitiesOf(random: Random, username: string, isEmployee: boolean): Identity[] {
  if (!isEmployee || !random.chance(0.7)) return [];
  const extern_uid = `uid=${username},ou=people,dc=acme,dc=example`;
  return [{ provider: 'ldapmain', extern_uid, saml_provider_id: null }];
}
