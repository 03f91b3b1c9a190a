/**
 * Run `work` after the requests of this turn of the event loop are sent, while the platform processes them. It waits two
 * turns, because undici writes to a reused socket one turn later.
 */
export function afterSending(work: () => void): void {
  setImmediate(() => setImmediate(work));
}
