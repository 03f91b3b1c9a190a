import { createSubscriber } from 'svelte/reactivity';
import { seconds } from '#shared/time.ts';

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, seconds(1));
  return () => clearInterval(timer);
});

/**
 * The current time in epoch milliseconds. Readers are updated every second by one timer, which runs only while there
 * are readers.
 */
export function now(): number {
  subscribe();
  return Date.now();
}
