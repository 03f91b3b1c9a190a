import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { placeLabels } from '../catalogue/place-labels.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';
import { inferredGroups, projectCounts } from './groups.ts';

/** Everything that is cached about people, with the paths of the catalogue. Sends no request. */
export function people(open: () => Instance, table: StateTables['catalogue']): Services<ReeveContract>['people'] {
  return {
    get: async ({ ids }, signal) => {
      const instance = open();
      const { reader, profile } = instance;
      const { people: found, syncedProjects } = await reader.people({ ids }, signal);
      const labelOf = placeLabels(table.knownIds(profile.id));
      const labelled = <T extends { scope: Scope }>(rows: T[]) =>
        rows.map((one) => ({ ...one, label: labelOf(one.scope) }));
      const counts = projectCounts(syncedProjects.map(labelOf).filter((path) => path !== null));
      return {
        people: found.map((person) => {
          if (person === null) return null;
          const memberships = labelled(person.memberships);
          const groups = inferredGroups(memberships, counts).map((one) => ({
            ...one,
            scope: instance.scopeOf(`group:${one.label}`),
          }));
          const sources = labelled(person.sources);
          return { ...person, sources, memberships, syncedProjects: syncedProjects.length, groups };
        }),
      };
    },
  };
}
