import { untrack } from 'svelte';

/**
 * The value of a prop when the component is created; later values are ignored on purpose. For initial values of forms,
 * and for stores of a component that is created again for another value.
 */
export function initially<Value>(read: () => Value): Value {
  return untrack(read);
}
