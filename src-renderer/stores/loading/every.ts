import type { ChangeSource } from './last-reply.svelte.ts';

/** A source that asks for a new load at an interval. */
export const every = (ms: number): ChangeSource => ({
  changed: (touch) => {
    const interval = setInterval(touch, ms);
    return () => clearInterval(interval);
  },
});
