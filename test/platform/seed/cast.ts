import { DAY_MS } from '../clock.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';
import { toLatin } from './company/names.ts';

export const CAST = ['admin', 'auditor', 'owner', 'maintainer', 'developer', 'outsider', 'guest', 'reporter'] as const;

/** The users with fixed roles, by role. */
export type Cast = Record<(typeof CAST)[number], User>;

/** The users with fixed roles of a seeded world. */
export function castOf(world: World): Cast {
  const members = CAST.map((username, i) => {
    const user = world.users.get(i + 1);
    if (user === undefined) throw new Error(`there is no user ${username}`);
    return [username, user] as const;
  });
  return Object.fromEntries(members) as Cast;
}

/** Name, job and department of each user with a fixed role. */
const PEOPLE: Record<keyof Cast, readonly [given: string, family: string, job: string]> = {
  admin: ['Ines', 'Moreau', 'Head of IT'],
  auditor: ['Tomasz', 'Wójcik', 'Security Auditor'],
  owner: ['Clara', 'Jensen', 'Head of Engineering'],
  maintainer: ['Daniel', 'Okafor', 'Staff Engineer'],
  developer: ['Mei', 'Tanaka', 'Software Engineer'],
  outsider: ['Lukas', 'Brandt', 'Head of Logistics'],
  guest: ['Sofia', 'Rossi', 'Product Manager'],
  reporter: ['Priya', 'Nair', 'Data Analyst'],
};

/**
 * The users with fixed roles always exist, with ids 1 to 8 in this order. With `hostile`, their roles are their user
 * names, which tests use; otherwise their user names fit their names.
 */
export function seedCast(world: World): Cast {
  const { hostile } = world.settings;
  const { fromMs, untilMs } = world.seeded;
  const members = CAST.map((role, i) => {
    const [given, family, job] = PEOPLE[role];
    const username = hostile ? role : `${toLatin(given)}.${toLatin(family)}`;
    const company = role === 'outsider' ? 'Globex' : 'Acme';
    const domain = hostile ? 'platform.example' : `${company.toLowerCase()}.example`;
    const seenAt = untilMs - (i + 1) * 11 * 60_000;
    const user = world.users.add({
      id: i + 1,
      username,
      name: `${given} ${family}`,
      email: `${username}@${domain}`,
      public_email: role === 'owner' ? `${username}@${hostile ? 'public.example' : domain}` : '',
      created_at: fromMs + i * 1000,
      is_admin: role === 'admin',
      is_auditor: role === 'auditor',
      two_factor_enabled: role === 'admin' || role === 'owner',
      ...(hostile ? {} : { ...seen(seenAt), job_title: job, organization: company, location: 'Berlin' }),
      ...(hostile ? {} : { using_license_seat: true, created_at: fromMs + i * 3 * DAY_MS }),
    });
    return [role, user] as const;
  });
  return Object.fromEntries(members) as Cast;
}

const seen = (atMs: number) => ({
  last_sign_in_at: atMs - DAY_MS,
  current_sign_in_at: atMs,
  last_activity_on: Math.floor(atMs / DAY_MS) * DAY_MS,
  updated_at: atMs,
});
