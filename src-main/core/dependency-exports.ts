import { failed } from '#main/log-events.ts';
import { dependencyExportsWatch } from '#main/jobs/watches/dependency-exports.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import type { Watches } from '#main/jobs/watches/watches.ts';
import {
  openDependencyExports,
  type DependencyExportNeeds,
} from '#main/services/dependency-exports/open-dependency-exports.ts';
import type { ExportToAdd } from '#shared/contract/dependency-exports.ts';

type Needs = Omit<DependencyExportNeeds, 'follow' | 'poke'> & {
  watches: () => Pick<Watches, 'follow' | 'poke'>;
  instanceOf: (profileId: string) => Promise<Instance>;
};

/** Dependency exports with their watch. */
export function composeDependencyExports({ watches, instanceOf, ...needs }: Needs) {
  const exported = openDependencyExports({
    ...needs,
    follow: (profileId) => watches().follow(profileId),
    poke: (profileId, place) => void watches().poke(profileId, watch.name, place),
  });
  const watch = dependencyExportsWatch(exported);

  /** Add the exports that were never in the list. After a failure, which is logged, the others are still added. */
  async function addNew(profileId: string, wanted: readonly ExportToAdd[]): Promise<void> {
    const { signal } = new AbortController();
    for (const one of wanted.filter(({ exportId }) => !exported.isKnown(profileId, exportId))) {
      try {
        await exported.add(await instanceOf(profileId), one, signal);
      } catch (thrown) {
        needs.ports.log.warn('export not added', failed(thrown));
      }
    }
  }
  return { ...exported, addNew, watch };
}
