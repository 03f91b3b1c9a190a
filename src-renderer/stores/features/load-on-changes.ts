import type { Session } from '../../link/session.svelte.ts';
import { throttled } from './throttle.ts';

type End = () => void;

/** A part of the contract with an event. */
export interface Section {
  changed: (listener: () => void) => End;
}

/** A section that calls `first` before each of its listeners. */
export function withFirst({ changed }: Section, first: () => void): Section {
  return {
    changed: (listener) =>
      changed(() => {
        first();
        listener();
      }),
  };
}

/**
 * Load after each connection to the core and after each change of one of the sections, until the returned function is
 * called. `load` runs at most once per second and must not reject.
 */
export function loadOnChanges(
  session: Pick<Session, 'onConnected'>,
  load: () => Promise<void>,
  sections: readonly Section[],
): End {
  const { touch, end } = throttled(load);
  const ends = [end, session.onConnected(touch), ...sections.map(({ changed }) => changed(touch))];
  return () => ends.forEach((stop) => stop());
}
