import type { Section } from './last-reply.svelte.ts';

/** A section that changes at an interval. */
export const every = (ms: number): Section => ({
  changed: (touch) => {
    const interval = setInterval(touch, ms);
    return () => clearInterval(interval);
  },
});
