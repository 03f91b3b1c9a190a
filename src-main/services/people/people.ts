import type { FoundPerson } from '#main/cache/read/people/people-reader.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Person } from '#shared/contract/people.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';
import { inferredGroups, projectCounts } from './groups.ts';

/** Everything that is cached about people, with the paths of the catalogue. Sends no request. */
export function people(open: () => Instance, table: StateTables['catalogue']): Services<ReeveContract>['people'] {
  return {
    get: async ({ ids }, signal) => {
      const instance = open();
      const { reader, profile } = instance;
      const found = await reader.people({ ids }, signal);
      const paths = new Map(table.knownIds(profile.id).map(({ kind, id, path }) => [`${kind}:${id}`, path]));
      const labelOf = (scope: Scope): string | null => {
        const place = readScope(scope);
        if (place === null) return null;
        return typeof place.ref === 'string' ? place.ref : (paths.get(`${place.kind}:${place.ref}`) ?? null);
      };
      const counts = projectCounts(found.syncedProjects.map(labelOf).filter((path) => path !== null));
      const withPaths = (person: FoundPerson): Person => {
        const memberships = person.memberships.map((one) => ({ ...one, label: labelOf(one.scope) }));
        const known = memberships.flatMap((one) => (one.label === null ? [] : [[one.label, one] as const]));
        return {
          ...person,
          sources: person.sources.map((one) => ({ ...one, label: labelOf(one.scope) })),
          memberships,
          syncedProjects: found.syncedProjects.length,
          groups: inferredGroups(known, counts).map((one) => ({
            ...one,
            scope: instance.scopeOf(`group:${one.label}`),
          })),
        };
      };
      return { people: found.people.map((one) => one && withPaths(one)) };
    },
  };
}
