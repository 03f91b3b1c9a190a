import './build/scripts/require-node.js';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findHeadlessChromium, quietArguments } from './build/scripts/chromium.ts';
import { writeIndexes } from './build/scripts/indexes.ts';
import { takePictureIn } from './test/pictures/component-command.ts';

writeIndexes(import.meta.dirname);

/** What `npm run check` runs: everything that needs neither a browser nor minutes. */
const quick = '{api,cache,state,services,link,jobs,core,architecture,node,bench}';
/**
 * The simulator's own tests, each endpoint of the client against it, undo of every write, the real keychain,
 * and what needs many simulated minutes, setups or processes.
 */
const whole = [
  'test/platform-tests/**/*.test.ts',
  'test/api/endpoints/**/*.test.ts',
  'test/changes/**/*.test.ts',
  'test/keychain/**/*.test.ts',
  'test/core/{damage,watches}/**/*.test.ts',
  'test/core/{setup,demo}.test.ts',
];

/**
 * Limits for tests that hang. No test asserts how fast a step is, because the machine may be busy. `npm run mutants` sets
 * a lower limit, because its tests are expected to fail.
 */
const limitMs = Number(process.env['REEVE_TEST_LIMIT_MS'] ?? 600_000);
const patient = { testTimeout: limitMs, hookTimeout: limitMs, expect: { poll: { timeout: limitMs / 10 } } };

/** The folder for pictures of component tests, see CONTRIBUTING.md. Default: no pictures. */
const pictures = process.env['REEVE_PICTURES'];

/**
 * Files share a process and Node loads them itself: a process, a transformed copy and a fresh evaluation of the whole core
 * for each file cost more than the tests. A test that changes what belongs to the process changes it back.
 */
const inNode = {
  environment: 'node',
  pool: 'forks',
  isolate: false,
  experimental: { viteModuleRunner: false },
  // More than there are cores, because many tests wait
  maxWorkers: 2 * Math.max(2, availableParallelism()),
  ...patient,
} as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: [`test/${quick}/**/*.test.ts`, 'src-*/**/*.test.ts'],
          exclude: whole,
          ...inNode,
        },
      },
      {
        // They stand in for the package of Electron, which takes Vite's module runner and a process for each file.
        test: {
          name: 'electron',
          include: ['test/electron/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          ...patient,
        },
      },
      {
        test: {
          name: 'platform',
          include: whole,
          ...inNode,
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
          // All files share one page. Loading all modules again for each file took a quarter of the time.
          // With pictures, each file has its own page: its pictures do not depend on other files of the run.
          isolate: pictures !== undefined,
          setupFiles: ['test/component/setup.ts', ...(pictures === undefined ? [] : ['test/component/pictures.ts'])],
          ...patient,
          browser: {
            enabled: true,
            connectTimeout: limitMs,
            headless: true,
            screenshotFailures: false,
            commands: pictures === undefined ? {} : { takePicture: takePictureIn(pictures) },
            // This page runs for minutes, so optimizing its scripts saves a tenth of the time
            provider: playwright({
              // As in the browser tests: without animations, no test waits for one to end
              contextOptions: { reducedMotion: 'reduce' },
              launchOptions: { executablePath: findHeadlessChromium() ?? '/usr/bin/chromium', args: quietArguments },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
});
