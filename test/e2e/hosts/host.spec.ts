import { request as httpRequest } from 'node:http';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from '../fixtures.ts';
import { ended, firstLine, startChild } from '../../../build/scripts/child.ts';
import { startHost } from '../host.ts';

test.use({ isHostBuilt: true });

/** The status of one GET request with only these headers. */
function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end();
  });
}

test('the start address works once; after that, only a tab with the cookie and the key can connect, and no other origin', async ({
  host,
  window,
  browser,
}) => {
  await test.step('the cookie works, also after a reload, and requests without it are refused', async () => {
    await expect(window).toHaveTitle('Users · Demo · Reeve');
    expect(new URL(window.url()).pathname).toBe('/');
    expect(window.url()).not.toContain('key');
    await window.reload();
    await expect(window.getByRole('navigation', { name: 'Consoles' })).toBeVisible();
    const second = await window.context().newPage();
    await second.goto(new URL(host.url).origin);
    await expect(second.getByRole('navigation', { name: 'Consoles' })).toBeVisible();
    await second.close();

    const stranger = await browser.newContext();
    const page = await stranger.newPage();
    const answer = await page.goto(host.url);
    expect(answer?.status()).toBe(403);
    await expect(page.getByRole('heading')).toHaveText('This start address was already used');
    const { origin } = new URL(host.url);
    expect((await page.goto(`${origin}/`))?.status()).toBe(403);
    await stranger.close();
  });
  await test.step('a page of another origin can reach neither the files nor the socket', async () => {
    const { origin, host: name } = new URL(host.url);
    const cookies = await window.context().cookies(origin);
    expect(cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toEqual([
      { httpOnly: true, sameSite: 'Strict' },
    ]);
    const cookie = cookies.map(({ name: key, value }) => `${key}=${value}`).join('; ');
    expect(await statusOf(origin, { cookie })).toBe(200);
    expect(await statusOf(origin, { cookie, host: 'reeve.evil.example' })).toBe(403);
    expect(await statusOf(origin, { cookie, origin: 'https://evil.example' })).toBe(403);
    const upgrade = {
      cookie,
      host: name,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    expect(await statusOf(`${origin}/wire`, { ...upgrade, origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf(`${origin}/wire`, { ...upgrade })).toBe(403);
  });
  await test.step('a tab with the cookie but without the key shows what to do', async () => {
    await expect(window.getByRole('navigation', { name: 'Consoles' })).toBeVisible();
    await window.evaluate(() => localStorage.clear());
    const second = await window.context().newPage();
    await second.goto(new URL(host.url).origin);
    await expect(second.getByRole('alert')).toContainText('This tab isn’t connected to Reeve');
    await second.close();
  });
});

test('a passphrase is read from a file, and options that can’t be used are reported with those that work', async ({
  folder,
}) => {
  const file = join(folder, 'passphrase');
  writeFileSync(file, 'a passphrase for tests\n', { mode: 0o600 });
  const start = ['out/main/node.js', '--data', join(folder, 'data')];
  const env = { HOME: folder, DISPLAY: '', DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const child = startChild(process.execPath, [...start, '--passphrase-file', file], { env });
  expect(await firstLine(child, 'the host', 30_000)).toHaveProperty('url');
  child.kill('SIGTERM');
  expect(await ended(child)).toBe(0);

  const zip = join(folder, 'diagnostics.zip');
  const options = ['--passphrase-file', file, '--diagnostics', zip];
  const diagnostics = () => spawnSync(process.execPath, [...start, ...options], { encoding: 'utf8' });
  expect(diagnostics().stdout).toMatch(/^README\.txt {2}\d+ bytes\n[^]*\nSaved diagnostics to .*diagnostics\.zip\./);
  expect(existsSync(zip)).toBe(true);
  expect(diagnostics()).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('exists already') });

  for (const [option, value, words] of [
    ['--port', 'nine', '--port must be a whole number from 0 to 65535, not "nine"'],
    [
      '--passphrase-fd',
      '9',
      'npm passes on only descriptor 0: use --passphrase-fd 0 < FILE, or --passphrase-file FILE',
    ],
    ['--passphrase-file', join(folder, 'none'), 'Can’t read the passphrase file'],
  ] as const) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...start, option, value], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  }
});

test('a data folder has one host, its files are readable by this user only and contain no plain text, and they are there after a restart', async ({
  keychain,
  platform,
  folder,
}) => {
  const first = await startHost({ keychain, folder, demo: platform });
  const data = join(folder, 'data');
  expect(statSync(data).mode & 0o777).toBe(0o700);
  const refused = spawnSync(process.execPath, ['out/main/node.js', '--data', data], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect(refused.status).toBe(3);
  expect(refused.stdout).toBe('');
  expect(refused.stderr).toMatch(new RegExp(`^Reeve is already running: .*process ${first.child.pid}[^\n]*\n$`));
  first.child.kill('SIGINT');
  await new Promise((resolve) => first.child.once('exit', resolve));
  const database = readFileSync(join(data, 'state.db'));
  expect(database.length).toBeGreaterThan(0);
  expect(database.subarray(0, 6).toString()).not.toBe('SQLite');
  expect(database.includes('Demo')).toBe(false);
  const log = readFileSync(join(data, 'logs', 'reeve.log'), 'utf8');
  expect(log).toContain('"started"');
  expect(log).not.toContain(platform.tokens['admin']);

  const second = await startHost({ keychain, folder });
  expect(existsSync(join(data, 'state.db'))).toBe(true);
  expect(await second.stop()).toBe(0);
});
