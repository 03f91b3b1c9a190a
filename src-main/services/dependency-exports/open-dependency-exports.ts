import type { Ports } from '#main/ports.ts';
import type { FileExports } from '../exports/file-exports.ts';
import type { Instance } from '../instances/instance.ts';
import type { Happening, Observe } from '../notices/notice.ts';
import type { StateTables } from '../state-tables.ts';
import { dependencyExports } from './dependency-exports.ts';
import { exportStates } from './export-states.ts';
import { fileParser } from './file-parser.ts';
import { packageIndex } from './package-index.ts';

export interface DependencyExportNeeds {
  ports: Pick<Ports, 'clock' | 'log' | 'workers'>;
  state: Pick<StateTables, 'blobs' | 'catalogue' | 'dependencyExports' | 'packages' | 'preferences'>;
  fileExports: FileExports;
  observe: Observe;
  report: (happening: Happening) => void;
  changed: (profileId: string, revision: number) => void;
  /** Called when the set of exports to check changed. */
  follow: (profileId: string) => void;
  /** Check an export now. `place`: its ID on the platform. */
  poke: (profileId: string, place: string) => void;
}

/** Changes within this time are published as one event. */
const publishDelayMs = 150;

/** Dependency exports of all profiles. `adopt` must be called at the start and after each change of the journal. */
export function openDependencyExports({
  ports: { clock, log, workers },
  state,
  fileExports,
  ...needs
}: DependencyExportNeeds) {
  const waiting = new Set<string>();
  // Higher than in any earlier run, so that a window that reconnects notices the difference
  let revision = clock.now();

  function publishSoon(profileId: string): void {
    if (waiting.size === 0) void clock.sleep(publishDelayMs).then(publish, publish);
    waiting.add(profileId);
    revision += 1;
  }
  function publish(): void {
    const all = [...waiting];
    waiting.clear();
    for (const profileId of all) needs.changed(profileId, revision);
  }

  const parser = fileParser(workers.parse);
  const index = packageIndex({ blobs: state.blobs, packages: state.packages, parser, clock, log });
  const states = exportStates({
    table: state.dependencyExports,
    blobs: state.blobs,
    index,
    clock,
    observe: needs.observe,
    report: needs.report,
    onChanged: publishSoon,
    onWatched: needs.follow,
  });
  return {
    adopt: states.adopt,
    places: states.places,
    check: states.check,
    add: states.add,
    isKnown: (profileId: string, exportId: number): boolean =>
      state.dependencyExports.byExportId(profileId, exportId) !== null,
    forget: states.forget,
    close: parser.close,
    servicesOf: (open: () => Instance) =>
      dependencyExports({
        revision: () => revision,
        open,
        state,
        states,
        index,
        fileExports,
        clock,
        changed: publishSoon,
        poke: needs.poke,
      }),
  };
}
export type DependencyExports = ReturnType<typeof openDependencyExports>;
