import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from '@playwright/test';

const folder = join('docs', 'images');
const pngquant = '/usr/bin/pngquant';

/** A screenshot for the documentation, only with `UPDATE_PICTURES=1`, because screenshots differ between machines. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['UPDATE_PICTURES'] !== '1') return;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  if (existsSync(pngquant)) execFileSync(pngquant, ['--force', '--skip-if-larger', '--output', path, '64', path]);
}
