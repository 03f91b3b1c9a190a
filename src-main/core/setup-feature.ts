import { failed } from '#main/log-events.ts';
import type { Ports } from '#main/ports.ts';
import type { scheduler } from '#main/jobs/scheduler.ts';
import { setupJob } from '#main/jobs/setup.ts';
import type { rowArchive } from '#main/services/archive/row-archive.ts';
import type { catalogue } from '#main/services/catalogue/catalogue.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import type { StoredTokens } from '#main/services/instances/stored-token.ts';
import { setupJobKind, setups } from '#main/services/setup/setup.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Emit } from '#shared/contract/kit.ts';
import type { composeWatches } from './automatic.ts';
import type { Stores } from './stores.ts';

/** The parts that are functions are created after the setup. */
interface Needs {
  ports: Ports;
  state: Stores['tables'];
  tokens: StoredTokens;
  archive: ReturnType<typeof rowArchive>;
  isAutomatic: boolean;
  known: () => ReturnType<typeof catalogue>;
  jobs: () => Pick<ReturnType<typeof scheduler>, 'list' | 'start' | 'cancel'>;
  emitTo: (profileId: string) => Emit<ReeveContract>;
  watches: () => Pick<ReturnType<typeof composeWatches>, 'follow' | 'checkRefusedAgain'>;
}

/** Composes the setup of instances: its verbs, its job, and what the other parts of the core call. */
export function setupFeature({ ports, state, tokens, archive, isAutomatic, known, jobs, emitTo, watches }: Needs) {
  const setup = setups({
    tables: state,
    known: {
      noteFound: (...given) => known().noteFound(...given),
      noteGroup: (...given) => known().noteGroup(...given),
      discoverIn: (...given) => known().discoverIn(...given),
    },
    clock: ports.clock,
    emitTo,
    placesChanged: (profileId) => watches().follow(profileId),
    jobs: {
      list: () => jobs().list(),
      start: (profileId) => void jobs().start(setupJobKind, profileId),
      cancel: (id) => jobs().cancel(id),
    },
    hasToken: async (profile) => (await tokens.find(profile.id, profile)).token !== null,
    profileOf: state.profiles.get,
    isAutomatic,
  });

  function begin(profileId: string): void {
    setup.begin(profileId).catch((thrown: unknown) => {
      ports.log.warn('setup not started', failed(thrown));
    });
  }

  return {
    servicesOf: setup.servicesOf,
    job: setupJob(setup, archive),
    /** A profile was added. */
    added: begin,
    /** Another token was entered for a profile, and its instance was closed. */
    tokenReplaced: (profileId: string): void => {
      try {
        setup.tokenReplaced(profileId);
        watches().checkRefusedAgain(profileId);
      } catch (thrown) {
        ports.log.warn('setup not started', failed(thrown));
      }
    },
    /** Windows show these instances. */
    shown(instances: ReadonlySet<Instance>): void {
      for (const { profile } of instances) begin(profile.id);
    },
    /** Set up the instance of the demo without a question about the number of requests. */
    setUpDemo: (profileId: string) => setup.begin(profileId, { asks: false }),
    /** What the setup means for watches. */
    phaseOf: setup.phaseOf,
    jobsChanged: setup.jobsChanged,
    profileRemoved: setup.profileRemoved,
    close: setup.close,
  };
}
