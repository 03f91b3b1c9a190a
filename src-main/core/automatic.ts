import type { Attempt } from '#main/api/types.ts';
import type { Ports } from '#main/ports.ts';
import type { Questions } from '#main/jobs/job.ts';
import { foundImportsWatch } from '#main/jobs/watches/imports.ts';
import { listWatches } from '#main/jobs/watches/lists.ts';
import { watchServices } from '#main/jobs/watches/status.ts';
import type { WatchKind } from '#main/jobs/watches/watch.ts';
import { watches } from '#main/jobs/watches/watches.ts';
import { deliveriesWatch, webhookWatches } from '#main/jobs/watches/webhooks.ts';
import type { Examinations } from '#main/services/examinations.ts';
import type { ImportStates } from '#main/services/imports/import-states.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { offTest, placesInUse, scopesInUse } from '#main/services/setup/setup-places.ts';
import type { StateTables } from '#main/services/state-tables.ts';
import type { WebhookWatching } from '#main/services/webhooks/webhook-watching.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { SetupPhase } from '#shared/contract/setup.ts';

/** Settings of the core that its host chooses. */
export interface CoreOptions {
  /** Set up instances and keep their lists fresh, without a person's request. */
  isAutomatic?: boolean;
  /** The pause between two readings of a database in which damage was reported. */
  examinationPauseMs?: number;
}

export interface OpenOptions extends CoreOptions {
  /** Called after each attempt of a request. */
  onAttempt: (attempt: Attempt) => void;
  examinations: Examinations;
  /** The folder of the databases. */
  folder: string;
  /** False: the folder can't be written, so no job, plan or watch of the last run continues. */
  isWritable: boolean;
}

interface Needs {
  ports: Ports;
  state: StateTables;
  folder: string;
  instanceOf: (profileId: string) => Promise<Instance>;
  /** The profiles that windows show. */
  isShown: (profileId: string) => boolean;
  setupOf: (profileId: string) => SetupPhase;
  questionsOf: (profileId: string) => Questions;
  syncUsers: (profileId: string) => void;
  changed: (profileId: string) => void;
  /** The watches of single features. */
  kinds: readonly WatchKind[];
  webhooks: WebhookWatching;
  imports: ImportStates;
  /** False: only what is under way is watched. */
  isAutomatic: boolean;
}

/** Everything that the core does at intervals, without a person's request. */
export function composeWatches({ ports, state, folder, syncUsers, isAutomatic, ...needs }: Needs) {
  const scopesOf = (profileId: string, collection: CollectionName): readonly Scope[] =>
    scopesInUse(state, profileId, collection);
  const projectsOf = (profileId: string): readonly Scope[] =>
    placesInUse(state, profileId, { scopes: ['project'] }).map(({ scope }) => scope);

  const lists = listWatches({ placesOf: scopesOf, syncUsers });
  const webhooks = webhookWatches({
    watching: needs.webhooks,
    isOff: (profileId) => offTest(state, profileId, 'webhooks'),
    projectsOf: (profileId) => scopesOf(profileId, 'webhooks'),
    placesChanged: (profileId) => engine.follow(profileId),
  });
  const found = foundImportsWatch(needs.imports, projectsOf, (profileId) => engine.follow(profileId));
  const kinds = [...needs.kinds, ...webhooks, found];
  const engine = watches({
    ...needs,
    kinds: isAutomatic ? [...lists, ...kinds] : kinds.filter((kind) => kind.isAlways),
    table: state.watches,
    freeBytes: () => ports.disk.freeBytes(folder),
    profileIds: () => state.profiles.list().map(({ id }) => id),
    ...ports,
  });
  const endOfPower = ports.power.onChange((now) => engine.setSuspended(now === 'suspended'));
  return {
    ...engine,
    /** Check the deliveries of a webhook now. */
    checkDeliveries: (profileId: string, scope: Scope): void => void engine.poke(profileId, deliveriesWatch, scope),
    /** The profile has another token: places that the platform refused are due now. Paused watches stay paused. */
    checkRefusedAgain(profileId: string): void {
      const refused = [...engine.followed(profileId).all.values()].filter(({ outcome }) => outcome === 'refused');
      for (const watch of refused) watch.nextAt = ports.clock.now();
      state.watches.put(refused.map(({ kindOf: _, isRunning: __, ...stored }) => stored));
      engine.wake();
    },
    servicesOf: (open: () => Instance) => watchServices(engine, ports.clock, open),
    stop(): void {
      endOfPower();
      engine.stop();
    },
  };
}
