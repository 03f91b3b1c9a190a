import { iso } from '../clock.ts';
import { GHOST_ID } from '../world/contributions.ts';
import type { World } from '../world/world.ts';

const GHOST = { name: 'Ghost User', username: 'ghost', state: 'active' } as const;
const SINCE_MS = Date.UTC(2015, 1, 3);

/** A user in an issue (document 2, Issue); null without a user. */
export function personOf(world: World, id: number | null) {
  if (id === null) return null;
  const user = world.users.get(id);
  const { name, username, state, avatar_url } = user ?? { ...GHOST, avatar_url: null };
  return { id: user?.id ?? GHOST_ID, username, name, state, avatar_url, web_url: `${world.url}/${username}` };
}

/** A user in a merge request (document 2, Merge request). */
export function participantOf(world: World, id: number | null) {
  const person = personOf(world, id);
  if (person === null) return null;
  const { public_email = '', locked = false } = world.users.get(person.id) ?? {};
  return { ...person, public_email, locked };
}

/** The author of a note or a snippet (document 2, Note and Snippet; readings 21). */
export function authorOf(world: World, id: number) {
  const user = world.users.get(id);
  if (user === undefined) return { id: GHOST_ID, ...GHOST, email: '', created_at: iso(SINCE_MS) };
  const { username, email, name, state, created_at } = user;
  return { id, username, email, name, state, created_at: iso(created_at) };
}

/** The users of a list that still exist. */
export const eachOf = <T>(world: World, ids: readonly number[], view: (world: World, id: number) => T | null): T[] =>
  ids.map((id) => view(world, id)).filter((person) => person !== null);
