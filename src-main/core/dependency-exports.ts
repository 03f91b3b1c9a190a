import { dependencyExportsWatch } from '#main/jobs/watches/dependency-exports.ts';
import type { Watches } from '#main/jobs/watches/watches.ts';
import {
  openDependencyExports,
  type DependencyExportNeeds,
} from '#main/services/dependency-exports/open-dependency-exports.ts';

type Needs = Omit<DependencyExportNeeds, 'follow' | 'poke'> & { watches: () => Pick<Watches, 'follow' | 'poke'> };

/** Dependency exports with their watch. */
export function composeDependencyExports({ watches, ...needs }: Needs) {
  const exported = openDependencyExports({
    ...needs,
    follow: (profileId) => watches().follow(profileId),
    poke: (profileId, place) => void watches().poke(profileId, watch.name, place),
  });
  const watch = dependencyExportsWatch(exported);
  return { ...exported, watch };
}
