import { afterAll, afterEach, beforeAll } from 'vitest';
import { createPlatform } from '../platform/platform.ts';
import type { Platform } from '../platform/platform.ts';
import type { Dialect, Settings } from '../platform/settings.ts';
import { AT_MS } from './rig.ts';

/**
 * One platform for all tests of a file. Its settings are reset after each test, its data are not.
 * The returned function gives the platform to a test.
 */
export function shared(dialect: Dialect, options: Partial<Settings> = {}): () => Platform {
  let platform: Platform;
  let settings: Settings;
  beforeAll(async () => {
    platform = await createPlatform({ users: 60, atMs: AT_MS, dialect, ...options });
    settings = { ...platform.world.settings };
  });
  afterEach(() => {
    Object.assign(platform.world.settings, settings);
    platform.faults.clear();
  });
  afterAll(() => platform.close());
  return () => platform;
}
