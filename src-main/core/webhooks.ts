import { failed } from '#main/log-events.ts';
import type { Ports } from '#main/ports.ts';
import type { rowArchive } from '#main/services/archive/row-archive.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import type { Observe } from '#main/services/notices/notice.ts';
import type { StateTables } from '#main/services/state-tables.ts';
import { projectPaths } from '#main/services/webhooks/project-paths.ts';
import { webhookWatching } from '#main/services/webhooks/webhook-watching.ts';
import { pathOf } from './path-of.ts';

interface Needs {
  ports: Pick<Ports, 'clock' | 'log'>;
  state: Pick<StateTables, 'webhookWatches' | 'catalogue'>;
  archive: ReturnType<typeof rowArchive>;
  observe: Observe;
  instanceOf: (profileId: string) => Promise<Instance>;
}

/** The state of watched webhooks, and the paths of their projects for the search. */
export function composeWebhooks({ ports: { clock, log }, state, archive, observe, instanceOf }: Needs) {
  return {
    watching: webhookWatching({ table: state.webhookWatches, archive, observe }),
    paths: projectPaths({
      instanceOf,
      pathOf: (profileId, scope) => pathOf(state.catalogue, profileId, scope),
      clock,
      onFailed: (thrown) => log.warn('paths of webhooks not stored', failed(thrown)),
    }),
  };
}
