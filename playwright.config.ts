import './build/scripts/require-node.js';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { defineConfig } from '@playwright/test';
import { findHeadlessChromium, testArguments } from './build/scripts/chromium.ts';

/** `npm run mutants` sets a lower limit, because its tests are expected to fail. */
const limitMs = Number(process.env['REEVE_TEST_LIMIT_MS'] ?? 600_000);

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: '.cache/playwright',
  fullyParallel: false,
  workers: Math.max(2, availableParallelism()),
  forbidOnly: true,
  // Limits for tests that hang. No test asserts how fast a step is, because the machine may be busy.
  timeout: limitMs,
  expect: { timeout: limitMs / 10 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    // `--process-per-site` lets all windows of a worker share one process, see `sharedContext` in test/e2e/fixtures.ts.
    launchOptions: {
      executablePath: findHeadlessChromium() ?? '/usr/bin/chromium',
      args: [...testArguments, '--process-per-site'],
    },
    actionTimeout: limitMs / 10,
    trace: 'off',
  },
});
