import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Failure } from '#shared/errors.ts';
import { violations } from '../axe.ts';
import { click, fill } from '../click.ts';
import { sampleStatus } from '../samples.ts';
import { button, callsOf, heading, openWindow } from './window.ts';

const vault = { reportedMessage: null, hasPassphrase: false, hasData: false };

test('a window without an instance starts with the connect page', async () => {
  await openWindow({ world: { profiles: [], openId: null } });
  await expect.element(heading('Connect to an instance')).toBeVisible();
});

test('a missing keychain shows the message of the keychain and three alternatives', async () => {
  const message = 'Cannot autolaunch D-Bus without X11 $DISPLAY';
  await openWindow({
    world: { status: sampleStatus({ vault: { ...vault, state: 'missing', reportedMessage: message } }) },
  });
  await expect.element(heading('Keychain unavailable')).toBeVisible();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(button('Retry keychain')).toBeVisible();
  await expect.element(button('Start with this passphrase')).toBeVisible();
  await expect.element(button('Start session')).toBeVisible();
});

test('a locked keychain with existing data never offers to create a new key', async () => {
  const locked = sampleStatus({ vault: { ...vault, state: 'locked', hasData: true } });
  await openWindow({ world: { status: locked } });
  await expect.element(heading('Can’t read the key from the keychain')).toBeVisible();
  await expect.element(page.getByText(/This data folder has no passphrase/)).toBeVisible();
  await expect.element(button('Start with this passphrase')).not.toBeInTheDocument();
});

test('a keychain that is still locked after a retry shows so', async () => {
  const core = await openWindow({ world: { status: sampleStatus({ vault: { ...vault, state: 'locked' } }) } });
  await click(button('Retry keychain'));
  await expect.element(page.getByText('The keychain is still unavailable.')).toBeVisible();
  expect(callsOf(core, 'host.retry')).toHaveLength(1);
});

test('a wrong passphrase shows an error below its field, which has the focus', async () => {
  const status = sampleStatus({
    vault: { state: 'passphrase', reportedMessage: null, hasPassphrase: true, hasData: true },
  });
  const unlock = (): never => {
    throw new Failure('denied', 'wrong', { reason: 'passphrase-wrong' });
  };
  await openWindow({ world: { status }, answers: { host: { unlock } } });
  await fill(page.getByLabelText('Passphrase'), 'correct horse');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The passphrase is incorrect.')).toBeVisible();
  await expect.element(page.getByLabelText('Passphrase')).toHaveFocus();
});

test('a new passphrase must be entered twice and opens the window', async () => {
  const core = await openWindow({ world: { status: sampleStatus({ vault: { ...vault, state: 'missing' } }) } });
  await fill(page.getByLabelText('New passphrase'), 'correct horse');
  await fill(page.getByLabelText('Confirm passphrase'), 'correct house');
  await click(button('Start with this passphrase'));
  await expect.element(page.getByText('The passphrases don’t match.')).toBeVisible();
  expect(callsOf(core, 'host.unlock')).toHaveLength(0);
  await fill(page.getByLabelText('Confirm passphrase'), 'correct horse');
  await click(button('Start with this passphrase'));
  await expect.element(heading('Activity')).toBeVisible();
});

test('the frame shows during a session that its data is temporary', async () => {
  await openWindow({ world: { status: sampleStatus({ vault: { ...vault, state: 'missing' } }) } });
  await click(button('Start session'));
  await expect.element(page.getByText('This session only')).toBeVisible();
  await click(page.getByRole('link', { name: 'Settings' }));
  await expect.element(heading('Settings')).toBeVisible();
  await expect.element(page.getByText('This session only', { exact: true })).toBeVisible();
});

test('a lost connection to the core is shown, and the stores load again after it is restored', async () => {
  const core = await openWindow();
  await expect.element(heading('Activity')).toBeVisible();
  core.cut({ isRefusing: true });
  await expect.element(page.getByText('This window lost its connection to Reeve.')).toBeVisible();
  const status = page.getByRole('contentinfo', { name: 'Status' });
  await expect.element(status.getByText('Not connected to Reeve')).toBeVisible();
  await expect.element(status.getByText('Online')).not.toBeInTheDocument();
  const before = callsOf(core, 'jobs.list').length;
  core.cut({ isRefusing: false });
  await expect.element(page.getByText('This window lost its connection to Reeve.')).not.toBeInTheDocument();
  await expect.poll(() => callsOf(core, 'jobs.list').length).toBe(before + 1);
});

test('a window says why Reeve ended, until it is connected again', async () => {
  const core = await openWindow();
  await expect.element(heading('Activity')).toBeVisible();
  const [what, nextStep] = ['Reeve ended because of an internal error.', 'The log is in /srv/reeve/logs.'];
  core.emit('host', 'ending', { what, nextStep });
  await expect.element(page.getByText(what)).toBeVisible();
  await expect.element(page.getByText(nextStep)).toBeVisible();
  core.cut({ isRefusing: true });
  await expect.element(page.getByText(what)).toBeVisible();
  await expect.element(page.getByText('This window lost its connection to Reeve.')).not.toBeInTheDocument();
  core.cut({ isRefusing: false });
  await expect.element(page.getByText(what)).not.toBeInTheDocument();
});

test('while a database is examined, the window says so, and then the stores load again', async () => {
  const core = await openWindow({ world: { status: sampleStatus({ isChecking: true }) } });
  const strip = page.getByText('Reeve is checking its data after a read error.');
  await expect.element(strip).toBeVisible();
  const before = callsOf(core, 'jobs.list').length;
  core.world.status = sampleStatus();
  core.emit('host', 'statusChanged', {});
  await expect.element(strip).not.toBeInTheDocument();
  await expect.poll(() => callsOf(core, 'jobs.list').length).toBe(before + 1);
});

test.each([
  ['folder-read-only', 'The folder /srv/reeve is read-only, or you lack the permission to write to it.', 'Change this'],
  ['disk-full', 'The disk of /srv/reeve is full.', 'Free some space'],
  ['disk-failed', 'Writing to /srv/reeve failed.', 'Check its disk'],
])(
  'if the data folder cannot be written (%s), the window says so, and syncs and changes are disabled',
  async (unwritable, why, remedy) => {
    await openWindow({ path: '/users', world: { status: sampleStatus({ unwritable, dataFolder: '/srv/reeve' }) } });
    await expect.element(page.getByText('Reeve can’t save anything.')).toBeVisible();
    await expect.element(page.getByText(`${why} You can read`, { exact: false })).toBeVisible();
    await expect.element(page.getByText(`${remedy}, then restart Reeve.`, { exact: false })).toBeVisible();
    const sync = page.getByRole('banner').getByRole('button', { name: 'Sync users' });
    await expect.element(sync).toHaveAttribute('aria-disabled', 'true');
    expect(await violations()).toEqual([]);
  },
);

test('without an open instance, a list page is replaced by the list of instances', async () => {
  await openWindow({ path: '/users', world: { openId: null } });
  await expect.element(heading('Instances')).toBeVisible();
  await expect.element(page.getByText('Choose the instance to open.')).toBeVisible();
  expect(location.hash).toBe('#/profiles');
});

test('an unknown page says so and links to a known one', async () => {
  await openWindow({ path: '/nowhere' });
  await expect.element(page.getByText('This page doesn’t exist.')).toBeVisible();
});
