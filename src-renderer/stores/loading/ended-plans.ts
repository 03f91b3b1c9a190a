import type { Session } from '../../link/session.svelte.ts';
import type { ChangeSource } from './last-reply.svelte.ts';

/**
 * Calls `run` when a plan that contains certain operations has ended, wherever it was started. Undo plans count, too.
 * `prefix`: the beginning of the names of these operations. Returns the end of it.
 */
export function followEndedPlans({ client }: Session, prefix: string, run: () => void): () => void {
  return client.changes.changed(({ plans }) => {
    const ended = plans.filter(({ state }) => state === 'done' || state === 'cancelled');
    if (ended.some(({ ops }) => ops.some((op) => op.startsWith(prefix)))) run();
  });
}

/** The same for a store, which follows it with its other sources. */
export const onEndedPlans = (session: Session, prefix: string, run: () => void): ChangeSource => ({
  changed: () => followEndedPlans(session, prefix, run),
});
