import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { closeness } from '#shared/name-match.ts';
import { searchKinds, type SearchHit } from '#shared/contract/search.ts';
import type { FakeWorld } from './fake-world.ts';

/** A group or project as a hit of a search. */
export function placeHit(entry: FakeWorld['catalogue'][number], rank: number): SearchHit {
  const { kind, key, id, path, name, scope, seenAt } = entry;
  const hit = { kind, key, id, title: path ?? '', about: name, scope, where: null, place: null };
  return { ...hit, closeness: rank, fetchedAt: seenAt };
}

/** Finds people, groups and projects of the world that contain the words. */
export function fakeSearch(world: FakeWorld): Services<ReeveContract>['search'] {
  return {
    find: ({ words, kinds = searchKinds, limit }) => {
      const wanted = words.toLowerCase();
      const matches = (text: string): boolean => text.toLowerCase().includes(wanted);
      const people = world.users
        .filter(({ name, username }) => words !== '' && matches(`${name} ${username}`))
        .map(({ id, name, username }): SearchHit => {
          const hit = {
            kind: 'person' as const,
            key: id,
            id,
            title: name,
            about: username,
            scope: '',
            where: null,
            place: null,
            closeness: closeness(words, [name, username]),
          };
          return { ...hit, fetchedAt: Date.now() };
        });
      const places = world.catalogue
        .filter(({ path, isPinned }) => (words === '' ? isPinned : matches(path ?? '')))
        .map((entry) => placeHit(entry, closeness(words, [entry.path, entry.name])));
      const hits = [...places, ...people].filter(({ kind }) => kinds.includes(kind));
      return { hits: hits.slice(0, limit), queryMs: 0.3 };
    },
    recognize: () => ({ hits: [], note: null }),
    userNamed: ({ username }) => ({ id: world.users.find((user) => user.username === username)?.id ?? 0 }),
  };
}
