import { tick } from 'svelte';
import { commandOf } from './keyboard.ts';

/**
 * Keys pressed while a query for other rows is running. They are meant for the new rows; on the old ones they would
 * select, change or delete the wrong rows. So they are kept, and replayed in order when the rows are there.
 */
export class KeyQueue {
  #queue: KeyboardEvent[] = [];
  /** The key that is being replayed. */
  #replayed: KeyboardEvent | undefined;

  /** Whether this key has to wait. If so it is kept, and its event is stopped. */
  add(event: KeyboardEvent, isWaiting: boolean): boolean {
    if (event === this.#replayed || !(isWaiting || this.#queue.length > 0) || !isForRows(event)) return false;
    event.preventDefault();
    this.#queue.push(event);
    return true;
  }

  clear(): void {
    this.#queue = [];
  }

  /**
   * The rows are there: replay the kept keys while `target` has the focus. Each waits until the effect of the previous
   * one is rendered.
   */
  async replay(target: HTMLElement, isWaiting: () => boolean): Promise<void> {
    await tick();
    while (this.#queue.length > 0 && this.#replayed === undefined && !isWaiting()) {
      if (document.activeElement !== target) return this.clear();
      const next = this.#queue.shift();
      this.#replayed = new KeyboardEvent('keydown', next);
      target.dispatchEvent(this.#replayed);
      await tick();
      this.#replayed = undefined;
    }
  }
}

/** Keys that leave the table (to the filter, to the next control, to the palette) need no row. */
function isForRows(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key === '/' || key === 'Escape') return false;
  return commandOf(event) !== undefined || (key.length === 1 && !ctrlKey && !metaKey && !altKey);
}
