import { generateKeyPairSync } from 'node:crypto';
import type { Page } from '@playwright/test';
import { parsePublicKey, sha256Fingerprint } from '../../platform/world/ssh-public-key.ts';
import { samples } from '../../services/ssh-samples.ts';
import { expect, test } from '../consoles.ts';
import { chooseScope, expectClean, find, goOffline, pressTogether, tabTo, toMessage } from '../by-keyboard.ts';

const grid = (window: Page) => window.getByRole('grid');
const dialog = (window: Page) => window.getByRole('dialog');
const press = async (window: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await window.keyboard.press(key);
};

/** Open a page and wait for its title. */
async function go(window: Page, keys: [string, string], title: string): Promise<void> {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(dialog(window)).toBeHidden();
  await pressTogether(window, ...keys);
  await expect(window.getByRole('heading', { name: title, exact: true, level: 1 })).toBeVisible();
}

/** Open the lookup and paste a text. */
async function paste(window: Page, text: string): Promise<void> {
  await press(window, 'n');
  await expect(window.getByRole('textbox', { name: 'Keys, fingerprints, IDs, or log lines' })).toBeFocused();
  await window.keyboard.insertText(text);
}

const chooseGroup = (window: Page) => chooseScope(window, 'group', 'acme');

test('keys of any format are pasted, looked up and shown, by keyboard alone', async ({ window, simulator }) => {
  const { keys } = simulator.world;
  await go(window, ['g', 'k'], 'Keys');
  await expect(window.getByRole('main').getByText('No keys looked up yet.')).toBeVisible();
  const [first, second] = keys.all();
  const deploy = keys.find(({ kind, title }) => kind === 'deploy' && title === 'CI deploy');
  const print = sha256Fingerprint(parsePublicKey(second?.key ?? '') ?? { type: '', blob: Buffer.of(), comment: '' });
  const text = [
    `command="/bin/true",no-pty ${first?.key}`,
    `Nov 20 08:00:01 git sshd[3]: Accepted publickey for git from 10.0.0.1 port 5 ssh2: ED25519 SHA256:${print}`,
    `${deploy?.id}`,
    samples.dsa.line,
    'ssh-rsa AAAAB3NzaC1yc2E cut',
    'what is this',
  ].join('\r\n');
  await paste(window, text);
  await expect(window.getByText('4 entries found · 1 line invalid · 1 line without a key')).toBeVisible();
  await expect(window.getByText('The key is incomplete. Copy all of it.')).toBeVisible();
  await press(window, 'Control+Enter');
  await expect(dialog(window).getByText(/Not found, looked up/)).toBeVisible();
  await expect(dialog(window).getByText(/Deploy key “CI deploy”/)).toBeVisible();
  expect(
    simulator.requests
      .list('GET /keys')
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual([200, 200, 404]);
  expect(simulator.requests.count('GET /keys/:id')).toBe(1);
  await expectClean(window, 'keys-answers');
  await press(window, 'Escape');
  await expect(dialog(window)).toBeHidden();

  await expect(grid(window)).toHaveAttribute('aria-rowcount', '5');
  await find(window, 'CI deploy');
  await press(window, 'Enter');
  const panel = window.getByRole('complementary', { name: /CI deploy/ });
  await expect(panel.getByText('Read and push')).toBeVisible();
  await expect(panel.getByText('Read only')).toBeVisible();
  await expect(panel.getByText('Not available in this API')).toBeVisible();
  await expectClean(window, 'keys-panel');
  await press(window, 'Escape', '/', 'Escape');
  await expectClean(window, 'keys-list');
});

test('a key that is pasted outside of any field is looked up', async ({ window, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await go(window, ['g', 'k'], 'Keys');
  await window.evaluate((text) => navigator.clipboard.writeText(text), samples['ecdsa-384'].sha256);
  await press(window, 'Control+v');
  await expect(dialog(window).getByText('1 entry found')).toBeVisible();
  await expect(dialog(window).getByText('ECDSA 384')).toBeVisible();
});

test('a private key is refused with a warning, and stored nowhere', async ({ window, simulator }) => {
  await go(window, ['g', 'k'], 'Keys');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await paste(window, pem);
  await expect(window.getByRole('alert')).toContainText('This is a private key. Reeve removed it.');
  await expect(window.getByRole('textbox', { name: 'Keys, fingerprints, IDs, or log lines' })).toHaveValue('');
  await expectClean(window, 'keys-private');
  const body = pem.split('\n')[1] ?? '';
  expect(await window.content()).not.toContain(body);
  await press(window, 'Escape');
  await go(window, ['g', 'h'], 'SSH certificates');
  await chooseGroup(window);
  await press(window, 'n');
  await expect(window.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await press(window, 'Tab');
  await window.keyboard.insertText(pem);
  await expect(window.getByText('This is a private key. Reeve removed it and didn’t send it.')).toBeVisible();
  expect(await window.content()).not.toContain(body);
  expect(JSON.stringify(simulator.requests.list())).not.toContain(body);
});

test('a certificate is added, undone and deleted by keyboard alone', async ({ window, simulator }) => {
  const { sshCertificates } = simulator.world;
  const titles = () => sshCertificates.all().map(({ title }) => title);
  await go(window, ['g', 'h'], 'SSH certificates');
  await expect(window.getByText('No groups or projects added yet').first()).toBeVisible();
  await chooseGroup(window);
  await press(window, 'r');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '3');

  await press(window, 'n');
  await expect(window.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await window.keyboard.insertText('Laptops');
  await press(window, 'Tab');
  await window.keyboard.insertText('ssh-ed25519 AAAAC3Nz');
  await expect(window.getByText('The key is incomplete. Copy all of it.')).toBeVisible();
  await press(window, 'Control+a');
  await window.keyboard.insertText(`cert-authority ${samples['ed25519-256'].line}`);
  await expect(window.getByText(/^ED25519, 256 bits, SHA256:/)).toBeVisible();
  await expectClean(window, 'certificates-add');
  await tabTo(window, dialog(window).getByRole('button', { name: 'Add certificate', exact: true }));
  await press(window, 'Enter');
  await expect.poll(titles).toEqual(['Workstations', 'Build machines', 'Laptops']);
  expect(sshCertificates.all().at(-1)?.key).toBe(samples['ed25519-256'].line);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '4');

  await toMessage(window, 'Undo');
  await tabTo(window, window.getByRole('button', { name: 'Undo', exact: true }));
  await press(window, 'Enter');
  await expect.poll(titles).toEqual(['Workstations', 'Build machines']);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '3');

  await find(window, 'Build');
  await press(window, 'd');
  await window.keyboard.type('Build');
  await expect(dialog(window)).toContainText('You can add it again, with a new ID');
  await expect(dialog(window).getByRole('textbox')).toHaveValue('Build');
  await press(window, 'Enter');
  await expect(dialog(window)).toContainText('The title doesn’t match “Build machines”.');
  await expectClean(window, 'certificates-delete');
  await window.keyboard.type(' machines');
  await press(window, 'Enter');
  await expect.poll(titles).toEqual(['Workstations']);
});

test('offline, keys that were looked up can be searched, and actions that need the network are disabled with the reason', async ({
  window,
  simulator,
  network,
}) => {
  await go(window, ['g', 'k'], 'Keys');
  await paste(window, '1\n2\n3');
  await press(window, 'Control+Enter');
  await expect(dialog(window).getByRole('button', { name: /SSH key/ })).toHaveCount(3);
  await press(window, 'Escape');
  await go(window, ['g', 'h'], 'SSH certificates');
  await chooseGroup(window);
  await press(window, 'r');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '3');
  await goOffline(window, network);
  const before = simulator.requests.count();
  await expect(window.getByRole('button', { name: 'Add certificate…' })).toHaveAttribute('aria-disabled', 'true');

  await go(window, ['g', 'k'], 'Keys');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '4');
  await expect(window.getByRole('button', { name: 'Find looked-up keys…' })).toBeVisible();
  await press(window, '/');
  await window.keyboard.type('owner laptop');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '2');
  await press(window, 'Escape', 'Escape');
  await paste(window, `${samples['rsa-2048'].line}\n${simulator.world.keys.get(1)?.key}`);
  await expect(dialog(window).getByText(/SSH key “.*”, looked up/)).toBeVisible();
  await expect(dialog(window).getByText('Not looked up yet', { exact: true })).toBeVisible();
  await press(window, 'Control+Enter');
  await expect(dialog(window).getByRole('button', { name: 'Look up 2 keys' })).toHaveAttribute('aria-disabled', 'true');
  expect(simulator.requests.count()).toBe(before);
});

test.describe('a read-only profile', () => {
  test.use({ isReadOnly: true });

  test('looks keys up, and can change no certificate', async ({ window, simulator }) => {
    await go(window, ['g', 'k'], 'Keys');
    await paste(window, '1');
    await press(window, 'Control+Enter');
    await expect(dialog(window).getByRole('button', { name: /SSH key/ })).toBeVisible();
    await press(window, 'Escape');
    await go(window, ['g', 'h'], 'SSH certificates');
    await chooseGroup(window);
    await press(window, 'r');
    await expect(grid(window)).toHaveAttribute('aria-rowcount', '3');
    await expect(window.getByRole('button', { name: 'Add certificate…' })).toHaveAttribute('aria-disabled', 'true');
    await press(window, 'n');
    await expect(dialog(window)).toBeHidden();
    await grid(window).focus();
    await press(window, 'j', 'd');
    await expect(window.locator('[role="row"].active')).toBeVisible();
    await expect(dialog(window)).toBeHidden();
    expect(simulator.world.sshCertificates.all()).toHaveLength(2);
    expect(simulator.requests.list().every(({ method }) => method === 'GET')).toBe(true);
  });
});

test.describe('the token of a developer', () => {
  test.use({ as: 'developer' });

  test('sees which role is required, and that no key was looked up', async ({ window, simulator }) => {
    await go(window, ['g', 'k'], 'Keys');
    await paste(window, '1\n99999');
    await press(window, 'Control+Enter');
    await expect(dialog(window).getByRole('alert')).toContainText(/administrator/i);
    await expect(dialog(window).getByText('Not looked up yet', { exact: true })).toHaveCount(2);
    await press(window, 'Escape');
    await go(window, ['g', 'h'], 'SSH certificates');
    await chooseGroup(window);
    await press(window, 'r');
    await expect(window.getByText(/the Owner role in the top-level group/)).toBeVisible();
    expect(simulator.world.sshCertificates.all()).toHaveLength(2);
  });
});
