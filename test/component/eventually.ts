import { vi } from 'vitest';

/**
 * Wait until `check` no longer throws, and return its result. The time limit only ends a hanging test; it asserts
 * nothing about speed.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 20 });
}
