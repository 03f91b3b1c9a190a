import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Failure } from '#shared/errors.ts';
import { violations } from '../axe.ts';
import { click } from '../click.ts';
import { sampleStatus } from '../samples.ts';
import { button, callsOf, heading, openWindow } from '../shell/window.ts';

const texts: Record<string, string> = {
  'README.txt': 'Numbers replace names.\n',
  'versions.json': '{\n  "node": "24.15.0"\n}\n',
  'log/reeve.log': '',
};
const files = Object.entries(texts).map(([name, text]) => ({ name, bytes: text.length }));

const file = (name: string) => page.getByRole('link', { name, exact: true });

function answers() {
  let collected = 0;
  return {
    host: {
      collectDiagnostics: () => ({ id: `d${(collected += 1)}`, files }),
      diagnosticsFile: ({ name }: { name: string }) => ({ text: texts[name] ?? '' }),
    },
  };
}

test('all files are listed and shown before they are saved', async () => {
  const core = await openWindow({ path: '/diagnostics', answers: answers() });
  await expect.element(file('README.txt')).toHaveAttribute('aria-current', 'page');
  await expect.element(page.getByText('Numbers replace names.')).toBeVisible();
  expect(await violations()).toEqual([]);
  await click(file('versions.json'));
  await expect.element(page.getByText('"24.15.0"')).toBeVisible();
  await click(file('log/reeve.log'));
  await expect.element(page.getByText('0 bytes')).toBeVisible();
  expect(callsOf(core, 'host.saveDiagnostics')).toEqual([]);

  await click(button('Collect again'));
  await expect.element(page.getByText('0 bytes')).toBeVisible();
  await click(button('Save…'));
  await expect.element(page.getByText('Diagnostics saved')).toBeVisible();
  await expect.element(page.getByText('/home/me/diagnostics.zip')).toBeVisible();
  expect(callsOf(core, 'host.saveDiagnostics')).toEqual([{ id: 'd2' }]);
});

test('a failure is explained, and collecting can be repeated', async () => {
  let failure: Failure | null = new Failure('invalid', 'ENOSPC: no space left', { reason: 'disk-full' });
  const failing = answers();
  const { collectDiagnostics } = failing.host;
  failing.host.collectDiagnostics = () => {
    if (failure !== null) throw failure;
    return collectDiagnostics();
  };
  await openWindow({ path: '/diagnostics', answers: failing });
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(button('Save…')).toHaveAttribute('aria-disabled', 'true');
  failure = null;
  await click(button('Retry'));
  await expect.element(page.getByText('Numbers replace names.')).toBeVisible();
});

test('diagnostics open from the page of a locked keychain, and lead back to it', async () => {
  const vault = { state: 'locked', reportedMessage: null, hasPassphrase: false, hasData: true } as const;
  await openWindow({ path: '/', world: { status: sampleStatus({ vault }) }, answers: answers() });
  await click(page.getByRole('link', { name: 'Diagnostics' }));
  await expect.element(heading('Diagnostics')).toBeVisible();
  await expect.element(page.getByText('Numbers replace names.')).toBeVisible();
  expect(await violations()).toEqual([]);
  await click(button('Back'));
  await expect.element(heading('Can’t read the key from the keychain')).toBeVisible();
});

test('diagnostics open if the databases do not open', async () => {
  const list = (): never => {
    throw new Failure('invalid', 'SQLITE_CORRUPT', { reason: 'corrupt' });
  };
  await openWindow({ path: '/', answers: { ...answers(), profiles: { list } } });
  await click(button('Diagnostics'));
  await expect.element(page.getByText('Numbers replace names.')).toBeVisible();
});
