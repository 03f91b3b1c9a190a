import type { Session } from '../../link/session.svelte.ts';
import type { Section } from './last-reply.svelte.ts';

/**
 * A section that calls `run` when a plan with such an operation has ended, also one of an undo. `prefix`: how the name of
 * the operation begins.
 */
export const onEndedPlans = (changes: Session['client']['changes'], prefix: string, run: () => void): Section => ({
  changed: () =>
    changes.changed(({ plans }) => {
      const isOurs = plans.some(({ ops, state }) => state === 'done' && ops.some((op) => op.startsWith(prefix)));
      if (isOurs) run();
    }),
});
