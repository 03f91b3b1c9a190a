import type { JobKind } from '#main/jobs/job.ts';
import type { scheduler } from '#main/jobs/scheduler.ts';
import type { WatchKind } from '#main/jobs/watches/watch.ts';
import type { Ports } from '#main/ports.ts';
import type { FileExports } from '#main/services/exports/file-exports.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Emit } from '#shared/contract/kit.ts';
import type { composeWatches } from './automatic.ts';
import type { Stores } from './stores.ts';

/** What the features of projects and groups need. The parts that are functions are created later. */
export interface ProjectNeeds {
  ports: Ports;
  state: Stores['tables'];
  /** The folder with all data of Reeve. */
  folder: string;
  fileExports: FileExports;
  instanceOf: (profileId: string) => Promise<Instance>;
  jobs: () => ReturnType<typeof scheduler>;
  watches: () => ReturnType<typeof composeWatches>;
  emitTo: (profileId: string) => Emit<ReeveContract>;
}

/** Composes the features that belong to single projects and groups. */
export function projectFeatures(_needs: ProjectNeeds) {
  const jobs: readonly JobKind[] = [];
  const watches: readonly WatchKind[] = [];
  return {
    jobs,
    watches,
    /** Their verbs for one window. `open`: the instance that it shows. */
    servicesOf: (_open: () => Instance) => ({}),
    /** Delete what they stored about a profile. */
    forget: (_profileId: string): void => undefined,
  };
}
