import { seconds } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { throttled } from './throttle.ts';

type End = () => void;

/**
 * Load after each connection to the core and after each change, until the returned function is called. `load` runs at
 * most once in `everyMs` and must not reject. `subscribe` gets a function to call after a change, and returns functions
 * that end its subscriptions.
 */
export function loadOnChanges(
  session: Pick<Session, 'onConnected'>,
  load: () => Promise<void>,
  subscribe: (touch: () => void) => readonly End[],
  everyMs = seconds(1),
): End {
  const { touch, end } = throttled(load, everyMs);
  const ends = [end, session.onConnected(touch), ...subscribe(touch)];
  return () => ends.forEach((stop) => stop());
}
