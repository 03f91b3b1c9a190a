import type { Session } from '../link/session.svelte.ts';

/** Call `run` when the first page has its replies and the window has nothing else to do. For what is not needed at once. */
export function whenIdle(session: Session, run: () => void): void {
  requestIdleCallback(() => void session.whenIdle().then(() => requestIdleCallback(run)));
}
