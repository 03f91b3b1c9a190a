import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { _electron as electron } from '@playwright/test';
import { sandboxArguments } from '../../../build/scripts/chromium.ts';
import { electronProgram, hasDisplay } from '../../../build/scripts/electron-runtime.ts';
import { expect, test } from '../fixtures.ts';

const program = electronProgram();
const why =
  program === undefined ? "Electron's runtime is not installed (npx install-electron)" : 'there is no display';

test.describe(`in Electron${program === undefined || !hasDisplay() ? `, skipped because ${why}` : ''}`, () => {
  test.skip(program === undefined || !hasDisplay(), why);

  test('the window has the page, a connected core, and no Node', async ({ keychain, platform }) => {
    const data = mkdtempSync(join(tmpdir(), 'reeve-electron-'));
    const app = await electron.launch({
      executablePath: program ?? '',
      args: [...sandboxArguments, '.', `--data=${data}`],
      env: {
        ...(process.env as Record<string, string>),
        ...keychain,
        REEVE_DEMO_URL: platform.url,
        REEVE_DEMO_TOKEN: platform.tokens['admin'] ?? '',
      },
    });
    const window = await app.firstWindow();
    expect(window.url()).toMatch(/^reeve-app:\/\/app\//);
    await expect(window.getByRole('navigation').first()).toBeVisible();
    expect(await window.evaluate(() => typeof (globalThis as { require?: unknown }).require)).toBe('undefined');
    await app.close();
    rmSync(data, { recursive: true, force: true });
  });
});
