import { failed } from '#main/log-events.ts';
import type { ExportToAdd } from '#shared/contract/dependency-exports.ts';
import type { AppContext } from '../app-context.ts';
import type { Instance } from '../instances/instance.ts';
import { later } from '../later.ts';
import { dependencyExports } from './dependency-exports.ts';
import { exportStates } from './export-states.ts';
import { fileParser } from './file-parser.ts';
import { packageIndex } from './package-index.ts';

type Needs =
  | 'ports'
  | 'clock'
  | 'log'
  | 'state'
  | 'fileExports'
  | 'instanceOf'
  | 'emitTo'
  | 'observe'
  | 'report'
  | 'watches';

/** Changes within this time are published as one event. */
const publishDelayMs = 150;

/** Dependency exports of all profiles. */
export function openDependencyExports(app: Pick<AppContext, Needs>) {
  const { ports, clock, log, state } = app;
  // Higher than in any earlier run, so that a window that reconnects notices the difference
  let revision = clock.now();

  const changed = later<string>(clock, publishDelayMs, (all) => {
    for (const profileId of all) app.emitTo(profileId)('dependencyExports', 'changed', { revision });
  });
  function publishSoon(profileId: string): void {
    changed.add(profileId);
    revision += 1;
  }

  const parser = fileParser(ports.workers.parse);
  const index = packageIndex({ ...state, parser, clock, log });
  const states = exportStates({ ...app, index, onChanged: publishSoon });
  return {
    places: states.places,
    check: states.check,
    forget: states.forget,
    start: states.adopt,
    journalChanged: states.adopt,
    close: parser.close,
    /** Add the exports that were never in the list. After a failure, which is logged, the others are still added. */
    async addNew(profileId: string, wanted: readonly ExportToAdd[]): Promise<void> {
      const { signal } = new AbortController();
      for (const one of wanted) {
        try {
          if (state.dependencyExports.byExportId(profileId, one.exportId) !== null) continue;
          await states.add(await app.instanceOf(profileId), one, signal);
        } catch (thrown) {
          log.warn('export not added', failed(thrown));
        }
      }
    },
    servicesOf: (open: () => Instance) =>
      dependencyExports({ ...app, open, states, index, revision: () => revision, changed: publishSoon }),
  };
}
