import type { Session } from '../../link/session.svelte.ts';
import type { ChangeSource } from './last-reply.svelte.ts';

/**
 * Calls `run` when a plan that contains certain operations has ended. Undo plans count, too. `prefix`: the beginning of
 * the names of these operations.
 */
export const onEndedPlans = (changes: Session['client']['changes'], prefix: string, run: () => void): ChangeSource => ({
  changed: () =>
    changes.changed(({ plans }) => {
      const isOurs = plans.some(({ ops, state }) => state === 'done' && ops.some((op) => op.startsWith(prefix)));
      if (isOurs) run();
    }),
});
