import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

/** Replace `chmodSync` for all modules until the test ends. The fake gets the real function as its first argument. */
export function fakeChmod(fake: (chmod: typeof fs.chmodSync, ...args: Parameters<typeof fs.chmodSync>) => void): void {
  const real = fs.chmodSync;
  onTestFinished(() => put(real));
  put((...args) => fake(real, ...args));
}

function put(chmod: typeof fs.chmodSync): void {
  fs.chmodSync = chmod;
  syncBuiltinESMExports();
}
