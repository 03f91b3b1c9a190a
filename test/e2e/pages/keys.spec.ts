import { generateKeyPairSync } from 'node:crypto';
import type { Page } from '@playwright/test';
import { parsePublicKey, sha256Fingerprint } from '../../platform/world/ssh-public-key.ts';
import { samples } from '../../services/ssh-samples.ts';
import { expect, test } from '../consoles.ts';
import { chooseScope, expectClean, find, pressTogether, tabTo, toMessage } from '../by-keyboard.ts';

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

test('keys are pasted, looked up and shown, and a certificate is added, undone and deleted, by keyboard alone', async ({
  window,
  simulator,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);

  await test.step('keys of any format are pasted, looked up and shown', async () => {
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
  });

  await test.step('a key that is pasted outside of any field is looked up', async () => {
    await window.evaluate((text) => navigator.clipboard.writeText(text), samples['ecdsa-384'].sha256);
    await grid(window).focus();
    await press(window, 'Control+v');
    await expect(dialog(window).getByText('1 entry found')).toBeVisible();
    await expect(dialog(window).getByText('ECDSA 384')).toBeVisible();
    await press(window, 'Escape');
    await expect(dialog(window)).toBeHidden();
  });

  await test.step('a certificate is added, undone and deleted', async () => {
    const { sshCertificates } = simulator.world;
    const titles = () => sshCertificates.all().map(({ title }) => title);
    await go(window, ['g', 'h'], 'SSH certificates');
    await expect(window.getByText('No groups or projects added yet').first()).toBeVisible();
    await chooseScope(window, 'group', 'acme');
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
  await chooseScope(window, 'group', 'acme');
  await press(window, 'n');
  await expect(window.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await press(window, 'Tab');
  await window.keyboard.insertText(pem);
  await expect(window.getByText('This is a private key. Reeve removed it and didn’t send it.')).toBeVisible();
  expect(await window.content()).not.toContain(body);
  expect(JSON.stringify(simulator.requests.list())).not.toContain(body);
});
