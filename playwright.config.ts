import './build/scripts/require-node.js';
import { defineConfig } from '@playwright/test';
import { findChromium, quietArguments } from './build/scripts/chromium.ts';

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: '.cache/playwright',
  fullyParallel: false,
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    launchOptions: { executablePath: findChromium() ?? '/usr/bin/chromium', args: quietArguments },
    actionTimeout: 10_000,
    trace: 'off',
  },
});
