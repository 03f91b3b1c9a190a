import { createSubscriber } from 'svelte/reactivity';
import { seconds } from '#shared/time.ts';

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, seconds(1));
  return () => clearInterval(timer);
});

/** The present in epoch milliseconds; what reads it is drawn anew every second. One timer, only while somebody looks. */
export function now(): number {
  subscribe();
  return Date.now();
}
