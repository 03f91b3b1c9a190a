import { untrack } from 'svelte';

/**
 * The value that a prop has while the component is created, on purpose: later values are not followed. For what a form
 * starts with, and for stores of a component that is created anew for another value.
 */
export function initially<Value>(read: () => Value): Value {
  return untrack(read);
}
