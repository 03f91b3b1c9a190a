import './build/scripts/require-node.js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium, quietArguments } from './build/scripts/chromium.ts';

const folders = '{api,cache,state,services,link,jobs,core,platform-tests,architecture,electron,node,keychain}';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: [`test/${folders}/**/*.test.ts`, 'src-*/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          globalSetup: ['test/helpers/secret-service.ts'],
        },
      },
      {
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
