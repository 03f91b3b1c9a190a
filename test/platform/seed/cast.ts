import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';
import { SEEDED_FROM_MS } from './moment.ts';

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

const NAMES: Record<keyof Cast, string> = {
  admin: 'Ines Moreau',
  auditor: 'Tomasz Wójcik',
  owner: 'Clara Jensen',
  maintainer: 'Daniel Okafor',
  developer: 'Mei Tanaka',
  outsider: 'Lukas Brandt',
  guest: 'Sofia Rossi',
  reporter: 'Priya Nair',
};

/** The users with fixed roles always exist, with ids 1 to 8 in this order. */
export function seedCast(world: World): Cast {
  const members = CAST.map((username, i) => {
    const user = world.users.add({
      id: i + 1,
      username,
      name: NAMES[username],
      email: `${username}@platform.example`,
      public_email: username === 'owner' ? 'owner@public.example' : '',
      created_at: SEEDED_FROM_MS + i * 1000,
      is_admin: username === 'admin',
      is_auditor: username === 'auditor',
      two_factor_enabled: username === 'admin' || username === 'owner',
    });
    return [username, user] as const;
  });
  return Object.fromEntries(members) as Cast;
}
