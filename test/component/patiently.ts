import { vi } from 'vitest';

/** Wait until `look` no longer throws; answers what it returned. Ends what hangs, and asserts nothing about speed. */
export function patiently<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: 60_000, interval: 20 });
}
