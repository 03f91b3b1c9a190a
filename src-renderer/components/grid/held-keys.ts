import { tick } from 'svelte';
import { commandOf } from './keyboard.ts';

/**
 * Keys pressed while other rows than those on show are on their way. They are meant for rows that are not there yet, and on
 * the old ones they would choose, change or delete what nobody asked for; so they wait, and are pressed again in order.
 */
export class HeldKeys {
  #held: KeyboardEvent[] = [];
  /** The one that is pressed again just now. */
  #again: KeyboardEvent | undefined;

  /** Whether this key has to wait; if so it is kept, and is nobody else's. */
  keep(event: KeyboardEvent, isWaiting: boolean): boolean {
    if (event === this.#again || !(isWaiting || this.#held.length > 0) || !isForRows(event)) return false;
    event.preventDefault();
    this.#held.push(event);
    return true;
  }

  drop(): void {
    this.#held = [];
  }

  /** The rows are there: press what was kept, each key after what the one before it did was drawn, while `target` has the focus. */
  async release(target: HTMLElement, isWaiting: () => boolean): Promise<void> {
    await tick();
    while (this.#held.length > 0 && this.#again === undefined && !isWaiting()) {
      if (document.activeElement !== target) return this.drop();
      const kept = this.#held.shift();
      this.#again = new KeyboardEvent('keydown', kept);
      target.dispatchEvent(this.#again);
      await tick();
      this.#again = undefined;
    }
  }
}

/** Going back to the filter, on to something else or to the palette needs no row. */
function isForRows(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key === '/' || key === 'Escape') return false;
  return commandOf(event) !== undefined || (key.length === 1 && !ctrlKey && !metaKey && !altKey);
}
