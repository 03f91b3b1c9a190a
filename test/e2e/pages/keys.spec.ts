import type { Page } from '@playwright/test';
import { parsePublicKey, sha256Fingerprint } from '../../platform/world/ssh-public-key.ts';
import { samples } from '../../services/ssh-samples.ts';
import { expect, test } from '../consoles.ts';
import { chooseScope, find, pressTogether, tabTo, toMessage } from '../by-keyboard.ts';

const grid = (window: Page) => window.getByRole('grid');
const dialog = (window: Page) => window.getByRole('dialog');

test('keys are pasted, looked up and shown, and a certificate is added, undone and deleted, by keyboard alone', async ({
  window,
  simulator: { requests, world },
}) => {
  const { keys, sshCertificates } = world;
  const [first, second] = keys.all();
  const deploy = keys.find(({ kind, title }) => kind === 'deploy' && title === 'CI deploy');
  const print = sha256Fingerprint(parsePublicKey(second?.key ?? '') ?? { type: '', blob: Buffer.of(), comment: '' });
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await pressTogether(window, 'g', 'k');
  await expect(window.getByRole('main').getByText('No keys looked up yet.')).toBeVisible();
  await window.keyboard.press('n');
  await expect(window.getByRole('textbox', { name: 'Keys, fingerprints, IDs, or log lines' })).toBeFocused();
  await window.keyboard.insertText(
    [
      `command="/bin/true",no-pty ${first?.key}`,
      `Nov 20 08:00:01 git sshd[3]: Accepted publickey for git from 10.0.0.1 port 5 ssh2: ED25519 SHA256:${print}`,
      `${deploy?.id}`,
      samples.dsa.line,
      'ssh-rsa AAAAB3NzaC1yc2E cut',
      'what is this',
    ].join('\r\n'),
  );
  await expect(window.getByText('4 entries found · 1 line invalid · 1 line without a key')).toBeVisible();
  await window.keyboard.press('Control+Enter');
  await expect(dialog(window).getByText(/Not found, looked up/)).toBeVisible();
  await expect(dialog(window).getByText(/Deploy key “CI deploy”/)).toBeVisible();
  const replies = requests.list('GET /keys').map(({ status }) => status);
  expect(replies.toSorted()).toEqual([200, 200, 404]);
  expect(requests.count('GET /keys/:id')).toBe(1);
  await window.keyboard.press('Escape');
  await expect(dialog(window)).toBeHidden();
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '5');
  await find(window, 'CI deploy');
  await window.keyboard.press('Enter');
  const panel = window.getByRole('complementary', { name: /CI deploy/ });
  await expect(panel.getByText('Read and push')).toBeVisible();
  await expect(panel.getByText('Read only')).toBeVisible();

  const titles = () => sshCertificates.all().map(({ title }) => title);
  await chooseScope(window, 'group', 'acme');
  await pressTogether(window, 'g', 'h');
  await expect(window.getByRole('heading', { name: 'SSH certificates', exact: true, level: 1 })).toBeVisible();
  await window.keyboard.press('r');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '3');
  await window.keyboard.press('n');
  await expect(window.getByRole('combobox', { name: 'Group', exact: true })).toBeFocused();
  await window.keyboard.press('Tab');
  await expect(window.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await window.keyboard.insertText('Laptops');
  await window.keyboard.press('Tab');
  await window.keyboard.insertText(`cert-authority ${samples['ed25519-256'].line}`);
  await expect(window.getByText(/^ED25519, 256 bits, SHA256:/)).toBeVisible();
  await tabTo(window, dialog(window).getByRole('button', { name: 'Add SSH certificate', exact: true }));
  await window.keyboard.press('Enter');
  await expect.poll(titles).toEqual(['Workstations', 'Build machines', 'Laptops']);
  expect(sshCertificates.all().at(-1)?.key).toBe(samples['ed25519-256'].line);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '4');
  await toMessage(window, 'Undo');
  await tabTo(window, window.getByRole('button', { name: 'Undo', exact: true }));
  await window.keyboard.press('Enter');
  await expect.poll(titles).toEqual(['Workstations', 'Build machines']);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '3');

  await find(window, 'Build');
  await window.keyboard.press('d');
  await window.keyboard.type('Build machines');
  await expect(dialog(window).getByRole('textbox')).toHaveValue('Build machines');
  await window.keyboard.press('Enter');
  await expect.poll(titles).toEqual(['Workstations']);
});
