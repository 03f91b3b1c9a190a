import './build/scripts/require-node.js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium, quietArguments } from './build/scripts/chromium.ts';

/** What `npm run check` runs: everything that needs neither a browser nor minutes. */
const quick = '{api,cache,state,services,link,jobs,core,architecture,electron,node}';
/** The simulator's own tests, each endpoint of the client against it, undo of every write, and the real keychain. */
const whole = [
  'test/platform-tests/**/*.test.ts',
  'test/api/endpoints/**/*.test.ts',
  'test/changes/**/*.test.ts',
  'test/keychain/**/*.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: [`test/${quick}/**/*.test.ts`, 'src-*/**/*.test.ts'],
          exclude: whole,
          environment: 'node',
          pool: 'forks',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'platform',
          include: whole,
          environment: 'node',
          pool: 'forks',
          testTimeout: 30_000,
          globalSetup: ['test/helpers/secret-service.ts'],
        },
      },
      {
        // Named before, or a run without a cache finds them midway and reloads the page under its tests.
        optimizeDeps: { entries: ['test/component/**/*.test.ts', 'src-renderer/**/*.{svelte,ts}'] },
        plugins: [svelte({ configFile: 'src-renderer/svelte.config.js' })],
        test: {
          name: 'component',
          include: ['test/component/**/*.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findChromium() ?? '/usr/bin/chromium', args: quietArguments },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
});
