import { iso } from '../clock.ts';
import type { World } from '../world/world.ts';

/** A person in an issue (document 2, Issue). Null: there is nobody. */
export function personOf(world: World, id: number | null) {
  const user = id === null ? undefined : world.users.get(id);
  if (user === undefined) return null;
  const { name, username, state, avatar_url } = user;
  return { id: user.id, username, name, state, avatar_url, web_url: `${world.url}/${username}` };
}

/** A person in a merge request (document 2, Merge request). */
export function participantOf(world: World, id: number | null) {
  const person = personOf(world, id);
  const user = world.users.get(person?.id ?? 0);
  if (person === null || user === undefined) return null;
  return { ...person, public_email: user.public_email, locked: user.locked };
}

/** The author of a note or a snippet (document 2, Note and Snippet; readings row 21). */
export function authorOf(world: World, id: number) {
  const user = world.users.get(id);
  if (user === undefined) return null;
  const { username, email, name, state, created_at } = user;
  return { id, username, email, name, state, created_at: iso(created_at) };
}

/** Everyone of a list who still exists. */
export const eachOf = <T>(world: World, ids: readonly number[], view: (world: World, id: number) => T | null): T[] =>
  ids.map((id) => view(world, id)).filter((person) => person !== null);
