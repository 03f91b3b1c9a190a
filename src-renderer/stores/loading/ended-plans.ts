import type { Session } from '../../link/session.svelte.ts';
import type { ChangeSource } from './last-reply.svelte.ts';

/**
 * Call `run` when a plan with certain operations has ended, in whichever window it was started. Undo plans count, too.
 * `prefix`: the beginning of the names of these operations. Returns a function that stops this.
 */
export function followEndedPlans({ client }: Session, prefix: string, run: () => void): () => void {
  return client.changes.changed(({ plans }) => {
    const ended = plans.filter(({ state }) => state === 'done' || state === 'cancelled');
    if (ended.some(({ ops }) => ops.some((op) => op.startsWith(prefix)))) run();
  });
}

/** The same, as a source that a store follows with its others. */
export const onEndedPlans = (session: Session, prefix: string, run: () => void): ChangeSource => ({
  changed: () => followEndedPlans(session, prefix, run),
});
