import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Failure } from '#shared/errors.ts';
import { click, fill } from '../click.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import {
  sampleCapability,
  sampleConnection,
  sampleFailure,
  sampleJob,
  sampleProfile,
  sampleStatus,
} from '../samples.ts';
import { pages } from '../../../src-renderer/app/navigation.ts';
import { button, callsOf, dialog, openWindow } from './window.ts';

test('the keys of a page open no other page', () => {
  const keys = pages.flatMap((one) => one.keys ?? []);
  expect(keys.filter((one, at) => keys.indexOf(one) !== at)).toEqual([]);
});

test('an instance is removed only after its name was typed', async () => {
  const profiles = [sampleProfile(), sampleProfile({ id: 'p2', name: 'Staging' })];
  const core = await openWindow({ path: '/profiles', world: { profiles } });
  await click(button('Remove…').nth(1));
  await click(dialog().getByRole('button', { name: 'Remove Staging' }));
  await expect.element(page.getByText('The name doesn’t match. Type Staging.')).toBeVisible();
  expect(callsOf(core, 'profiles.remove')).toHaveLength(0);
  await fill(dialog().getByLabelText('Type Staging to confirm'), 'Staging');
  await click(dialog().getByRole('button', { name: 'Remove Staging' }));
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(callsOf(core, 'profiles.remove')).toEqual([{ id: 'p2' }]);
});

test('text typed as soon as a dialog is open goes into its first field', async () => {
  await openWindow({ path: '/profiles' });
  await expect.element(button('Remove…')).toBeVisible();
  (button('Remove…').element() as HTMLElement).click();
  await expect.element(dialog().getByRole('textbox')).toBeVisible();
  expect(document.activeElement).toBe(dialog().getByRole('textbox').element());
});

test('editing an instance without a token keeps the stored token', async () => {
  const core = await openWindow({ path: '/profiles/p1' });
  await expect.element(page.getByText('Leave blank to keep the saved token.')).toBeVisible();
  await fill(page.getByLabelText('Display name', { exact: true }), 'Production');
  await click(button('Save changes'));
  await expect.poll(() => callsOf(core, 'profiles.edit')).toHaveLength(1);
  expect(callsOf(core, 'profiles.test')).toEqual([expect.objectContaining({ id: 'p1', token: '' })]);
  expect(callsOf(core, 'profiles.edit')).toEqual([
    expect.objectContaining({ id: 'p1', name: 'Production', token: '' }),
  ]);
});

test('checking the permissions again keeps the old results if it fails', async () => {
  const probe = (): never => {
    throw new Failure('offline', 'no', { reason: 'timed-out' });
  };
  const capabilities = [sampleCapability({ name: 'users' })];
  await openWindow({ path: '/profiles', world: { capabilities }, answers: { profiles: { probe } } });
  await click(button('Check again'));
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^The instance didn’t respond in time\./);
  await expect.element(page.getByRole('row', { name: /List users Allowed/ })).toBeVisible();
});

test('a running job shows its lanes, its rows and the remaining time', async () => {
  await openWindow({ world: { jobs: [sampleJob()] } });
  await expect.element(page.getByText(/62,000 of about 100,000 · 621 requests/)).toBeVisible();
  await expect.element(page.getByRole('progressbar', { name: '2021 – 2023: 80%' })).toBeVisible();
  await expect.element(page.getByText('1 min left')).toBeVisible();
});

test('a sync that would mark too many rows asks first, with their number, and continues when confirmed', async () => {
  const jobs = [sampleJob({ state: 'needs-person', notReturnedFound: 23_810 })];
  const core = await openWindow({ world: { jobs } });
  await click(button('Mark as not returned…'));
  await expect.element(dialog().getByText('Mark 23,810 users as not returned')).toBeVisible();
  expect(callsOf(core, 'jobs.confirmNotReturned')).toHaveLength(0);
  await click(dialog().getByRole('button', { name: 'Mark as not returned' }));
  await expect.poll(() => callsOf(core, 'jobs.confirmNotReturned')).toEqual([{ id: 'j1' }]);
});

test.each([
  ['crashed', 'Retry', /^Reeve quit unexpectedly twice while this job ran/],
  ['endless', 'Continue', /^This list has far more rows than expected/],
  ['disk-low', 'Continue', /^The disk is almost full/],
] as const)(
  'a job that waits for a decision (%s) shows the reason, and continues or ends as decided',
  async (asks, go, why) => {
    const core = await openWindow({ world: { jobs: [sampleJob({ state: 'needs-person', asks })] } });
    await expect.element(page.getByText(why)).toBeVisible();
    await click(button(go));
    await expect.poll(() => callsOf(core, 'jobs.again')).toEqual([{ id: 'j1' }]);
    await click(button('Cancel'));
    await expect.poll(() => callsOf(core, 'jobs.cancel')).toEqual([{ id: 'j1' }]);
  },
);

test('a job that waits for a rate limit shows so with the time, also in the status bar', async () => {
  const at = new Date(2026, 10, 20, 20, 14).getTime();
  const until = Date.now() + 600_000;
  const failure = { code: 'throttled', reason: 'endpoint-limit', message: 'x', retryAtMs: at };
  await openWindow({
    world: {
      jobs: [sampleJob({ state: 'waiting', resumeAt: until, failure })],
      connection: sampleConnection({ heldUntil: until }),
    },
  });
  await expect.element(page.getByRole('alert')).toMatchTextContent(/is reached\. The limit resets at 20:14\./);
  await expect.element(page.getByText(/^Rate limit reached: no requests until \d\d:\d\d$/)).toBeVisible();
});

test('the job of a webhook has the name of the webhook, else its host, and its number only if it is not cached', async () => {
  const rows = [
    { id: 2, name: 'Deploy bot', url: 'https://deploy.example/in' },
    { id: 3, name: '', url: 'https://chat.example/hooks/secret' },
  ];
  const list = fakeList(rows, { scope: 'project:7' });
  const core = await openWindow({
    world: {
      jobs: [2, 3, 4].map((hook) =>
        sampleJob({
          id: `j${hook}`,
          kind: 'lists.sync',
          input: { collection: 'webhookEvents', scope: `project:7/hook:${hook}` },
        }),
      ),
    },
    answers: { webhooks: listAnswers<'webhooks'>(list) },
  });
  const main = page.getByRole('main');
  for (const name of ['Deploy bot', 'chat.example', '4']) {
    await expect.element(main.getByText(`Syncing webhook events of webhook ${name} of project 7`)).toBeVisible();
  }
  Object.assign(list.rows[0]?.row ?? {}, { name: 'Deploy bot 2' });
  core.emit('webhooks', 'changed', { revision: 2 });
  await expect.element(main.getByText('Syncing webhook events of webhook Deploy bot 2 of project 7')).toBeVisible();
});

test('a failed job shows what failed, what to do, and the message of the instance', async () => {
  await openWindow({
    world: { jobs: [sampleJob({ state: 'failed', finishedAt: Date.now(), failure: sampleFailure })] },
  });
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^The instance doesn’t accept this token\./);
  await expect.element(page.getByText('HTTP 401 · 401 Unauthorized')).toBeVisible();
  await expect.element(button('Run again')).toBeVisible();
});

test('a failed job that was dismissed is no longer a problem, and stays in the list', async () => {
  await openWindow({
    world: { jobs: [sampleJob({ state: 'failed', finishedAt: Date.now(), failure: sampleFailure })] },
  });
  const problem = page.getByRole('contentinfo').getByText(/1 problem/);
  await expect.element(problem).toBeVisible();
  await click(button('Dismiss'));
  await expect.element(problem).not.toBeInTheDocument();
  await expect.element(button('Dismiss')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button('Run again')).toBeVisible();
});

test('a failed job of another instance is not run again on the open one', async () => {
  const failure = { code: 'denied', reason: 'token-rejected', message: 'x' };
  const job = sampleJob({ profileId: 'p2', state: 'failed', finishedAt: Date.now(), failure });
  const core = await openWindow({
    world: { profiles: [sampleProfile(), sampleProfile({ id: 'p2', name: 'Staging' })], jobs: [job] },
  });
  await expect.element(button('Run again')).toHaveAttribute('aria-disabled', 'true');
  (button('Run again').element() as HTMLElement).focus();
  await expect.element(page.getByText('This job belongs to Staging. Open that instance first.')).toBeVisible();
  await button('Run again').click({ force: true });
  expect(callsOf(core, 'jobs.again')).toEqual([]);
});

test('with a passphrase, no text mentions a keychain', async () => {
  const status = sampleStatus();
  status.vault.hasPassphrase = true;
  await openWindow({ path: '/settings', world: { status } });
  await expect.element(page.getByText('All data on this machine is encrypted.', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^You can unlock the data with the passphrase/)).toBeVisible();
  await expect.element(page.getByText(/The key is stored in your keychain/)).not.toBeInTheDocument();
});

test('the request log lists the requests of this machine, newest first, with failures in words', async () => {
  const entry = { method: 'GET', ms: 41, bytes: 84_000, attempt: 1, requestId: null };
  const requests = [
    { ...entry, at: Date.now() - 5_000, path: '/users/1', status: 200, failure: null },
    { ...entry, at: Date.now() - 1_000, path: '/users/2', status: null, failure: 'timed-out' },
  ];
  await openWindow({ path: '/activity/requests', world: { requests } });
  const rows = page.getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/\/users\/2no responseThe instance didn’t respond in time\./);
  await expect.element(rows.nth(2)).toMatchTextContent(/\/users\/1200/);
  await expect.element(page.getByText('1,874 of 2,000 requests left')).toBeVisible();
});

test('a passphrase can be set for an open vault', async () => {
  const core = await openWindow({ path: '/settings' });
  await click(button('Set passphrase…'));
  await fill(dialog().getByLabelText('New passphrase'), 'short');
  await click(dialog().getByRole('button', { name: 'Set passphrase' }));
  await expect.element(page.getByText('Use at least 8 characters.')).toBeVisible();
  await fill(dialog().getByLabelText('New passphrase'), 'correct horse');
  await fill(dialog().getByLabelText('Confirm passphrase'), 'correct horse');
  await click(dialog().getByRole('button', { name: 'Set passphrase' }));
  await expect.element(button('Change passphrase…')).toBeVisible();
  expect(callsOf(core, 'host.setPassphrase')).toEqual([{ passphrase: 'correct horse' }]);
});
