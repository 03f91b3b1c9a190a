import type { Attempt } from '#main/api/types.ts';
import type { Questions } from '#main/jobs/job.ts';
import type { WatchKind } from '#main/jobs/watches/watch.ts';
import { watches } from '#main/jobs/watches/watches.ts';
import type { AppContext } from '#main/services/app-context.ts';
import type { Examinations } from '#main/services/examinations.ts';
import type { SetupPhase } from '#shared/contract/setup.ts';
import { isUnreachable } from '#shared/reach.ts';

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

interface Needs extends Pick<AppContext, 'ports' | 'state' | 'instanceOf' | 'emitTo'> {
  kinds: readonly WatchKind[];
  /** The profiles that windows show. */
  isShown: (profileId: string) => boolean;
  setupOf: (profileId: string) => SetupPhase;
  questionsOf: (profileId: string) => Questions;
  freeBytes: () => Promise<number | null>;
}

/** Opens the engine of watches, which runs the checks that the core repeats without a person's request. */
export function openWatches({ ports, state, emitTo, ...needs }: Needs) {
  const engine = watches({
    ...ports,
    ...needs,
    table: state.watches,
    isUnreachable: (profileId) => {
      const url = state.profiles.get(profileId)?.url;
      return url !== undefined && isUnreachable(ports.network.isOnline(), url);
    },
    profileIds: () => state.profiles.list().map(({ id }) => id),
    changed: (profileId) => emitTo(profileId)('watches', 'changed', {}),
  });
  const endOfPower = ports.power.onChange((now) => engine.setSuspended(now === 'suspended'));
  return {
    ...engine,
    placesChanged: engine.follow,
    shown: engine.wake,
    /** The profile has another token: places that the platform refused are due now. Paused watches stay paused. */
    checkRefusedAgain(profileId: string): void {
      const refused = [...engine.followed(profileId).all.values()].filter(({ outcome }) => outcome === 'refused');
      for (const watch of refused) watch.nextAt = ports.clock.now();
      state.watches.put(refused.map(({ kindOf: _, isRunning: __, ...stored }) => stored));
      engine.wake();
    },
    close(): void {
      endOfPower();
      engine.stop();
    },
  };
}
