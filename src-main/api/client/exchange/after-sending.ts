/**
 * Run `work` when the requests that this turn of the event loop sends have left, while the platform works on them.
 * undici writes to a socket that was used before one turn later.
 */
export function afterSending(work: () => void): void {
  setImmediate(() => setImmediate(work));
}
