import { seconds } from '#shared/time.ts';

/** A message that closes by itself after some seconds. */
export interface Message {
  tone?: 'plain' | 'ok' | 'warn' | 'bad';
  title: string;
  text?: string | undefined;
  /** The reply of the platform to a refused write, shown by `Original`. */
  original?: string | null;
  /** What the person can do about it, for example undo. */
  action?: { label: string; run: () => void } | undefined;
  /** Opens more about the message, for example a page. The message stays open. */
  link?: { label: string; run: () => void } | undefined;
  /** Replaces the message with the same id, so that a bulk action shows only one. */
  id?: string | undefined;
}

export interface ShownMessage extends Message {
  key: number;
}

/** How many messages are shown at once; older ones wait. */
const mostShown = 3;

/** The messages of this window. Their timers run only while they are shown and `hold` does not stop them. */
export class Messages {
  #list = $state.raw<readonly ShownMessage[]>([]);
  readonly shown: readonly ShownMessage[] = $derived(this.#list.slice(0, mostShown));
  #isHeld = false;
  #lastKey = 0;
  /** The remaining time of each message, and when it ends if its timer runs. Units: milliseconds. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- no template reads it
  readonly #times = new Map<number, { leftMs: number; endsAt: number; timer: ReturnType<typeof setTimeout> | null }>();

  /** Show a message above the others. Returns a function that closes it. */
  add(message: Message): () => void {
    const before = message.id === undefined ? undefined : this.#list.find(({ id }) => id === message.id);
    const key = (this.#lastKey += 1);
    if (before !== undefined) this.#forget(before.key);
    this.#list = [{ ...message, key }, ...this.#list.filter((other) => other !== before)];
    this.#times.set(key, { leftMs: timeOf(message), endsAt: 0, timer: null });
    this.#keepTime();
    return () => this.close(key);
  }

  close(key: number): void {
    this.#forget(key);
    this.#list = this.#list.filter((other) => other.key !== key);
    this.#keepTime();
  }

  /** Close the message with this id, if it is shown. */
  closeById(id: string): void {
    const found = this.#list.find((message) => message.id === id);
    if (found !== undefined) this.close(found.key);
  }

  clear(): void {
    for (const { key } of this.#list) this.#forget(key);
    this.#list = [];
  }

  /** Stop the timers of all messages, or let them run again. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#keepTime();
  }

  #keepTime(): void {
    for (const [at, { key }] of this.#list.entries()) {
      const time = this.#times.get(key);
      const isRunning = !this.#isHeld && at < mostShown;
      if (time === undefined || isRunning === (time.timer !== null)) continue;
      if (time.timer === null) {
        time.endsAt = performance.now() + time.leftMs;
        time.timer = setTimeout(() => this.close(key), time.leftMs);
      } else {
        clearTimeout(time.timer);
        time.timer = null;
        time.leftMs = Math.max(seconds(1), time.endsAt - performance.now());
      }
    }
  }

  #forget(key: number): void {
    clearTimeout(this.#times.get(key)?.timer ?? undefined);
    this.#times.delete(key);
  }
}

/** Long enough to read the message, and to decide if it has an action. */
function timeOf({ tone, action, link }: Message): number {
  if (action !== undefined || link !== undefined) return seconds(20);
  return tone === 'bad' || tone === 'warn' ? seconds(15) : seconds(6);
}

export const messages = new Messages();
