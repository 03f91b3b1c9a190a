import { failed } from '#main/log-events.ts';
import { setupJob } from '#main/jobs/setup.ts';
import type { AppContext } from '#main/services/app-context.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { setups } from '#main/services/setup/setup.ts';

interface Needs extends AppContext {
  known: Parameters<typeof setups>[0]['known'];
  watches: AppContext['watches'] & { checkRefusedAgain(profileId: string): void };
}

/** Composes the setup of instances: its verbs, its job, and what the other parts of the core call. */
export function setupFeature(app: Needs) {
  const setup = setups(app);

  function begin(profileId: string): void {
    setup.begin(profileId).catch((thrown: unknown) => {
      app.log.warn('setup not started', failed(thrown));
    });
  }

  return {
    ...setup,
    jobs: [setupJob(setup, app.archive)],
    /** A profile was added. */
    added: begin,
    /** Another token was entered for a profile, and its instance was closed. */
    tokenReplaced: (profileId: string): void => {
      try {
        setup.tokenReplaced(profileId);
        app.watches.checkRefusedAgain(profileId);
      } catch (thrown) {
        app.log.warn('setup not started', failed(thrown));
      }
    },
    shown(instances: ReadonlySet<Instance>): void {
      for (const { profile } of instances) begin(profile.id);
    },
    /** Set up the instance of the demo without a question about the number of requests. */
    setUpDemo: (profileId: string) => setup.begin(profileId, { asks: false }),
  };
}
