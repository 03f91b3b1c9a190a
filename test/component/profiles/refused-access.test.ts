import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { minutes } from '#shared/time.ts';
import { timeOfDay } from '#shared/text/en/moments.ts';
import { expectDisabled } from '../page-rig.ts';
import { sampleConnection } from '../samples.ts';
import { button, heading, openWindow } from '../shell/window.ts';

const since = Date.now() - minutes(2);
const lastSuccessAt = since - minutes(1);
const refusedFor = (reason: string) => sampleConnection({ refusal: { reason, since }, lastSuccessAt });
const strip = page.getByRole('region', { name: 'Access to the instance' });
const bar = page.getByRole('contentinfo', { name: 'Status' });

test.each(['/users', '/settings', '/activity'])(
  'on %s, a rejected token is shown with the times and leads to its field, until it is accepted again',
  async (path) => {
    const core = await openWindow({ path });
    await expect.element(bar.getByText('Online')).toBeVisible();
    core.emit('host', 'connectionChanged', refusedFor('token-ended'));
    await expect.element(bar.getByText('Token rejected')).toBeVisible();
    const text = `git.corp.example has rejected the token since ${timeOfDay(since)}. Showing data from ${timeOfDay(lastSuccessAt)}.`;
    await expect.element(strip.getByText(text)).toBeVisible();
    await strip.getByRole('button', { name: 'Enter a new token' }).click();
    await expect.element(heading('Edit git.corp.example')).toBeVisible();
    expect(location.hash).toBe('#/profiles/p1');
    await expect.element(strip).toBeVisible();
    core.emit('host', 'connectionChanged', sampleConnection());
    await expect.element(strip).not.toBeInTheDocument();
  },
);

test.each([
  ['token-ended', /no longer accepts this token\. Enter a new one/],
  ['token-rejected', /doesn’t accept this token\. Enter a new one/],
  ['account', /account of this token is blocked/],
  ['terms', /hasn’t accepted the terms/],
  ['two-factor', /must set up two-factor/],
])('with the refusal %s, syncs are disabled with this reason', async (reason, why) => {
  await openWindow({ path: '/users', world: { connection: refusedFor(reason) } });
  await expectDisabled(page.getByRole('banner').getByRole('button', { name: 'Sync users' }), why);
});

test('a blocked account has its own sentence and no button for a token', async () => {
  await openWindow({ world: { connection: refusedFor('account') } });
  await expect
    .element(strip)
    .toMatchTextContent(/has refused all requests since .* The account of this token is blocked/);
  await expect.element(bar.getByText('Account can’t be used')).toBeVisible();
  await expect.element(button('Enter a new token')).not.toBeInTheDocument();
});

test('a read-only instance is shown, and can still be synced', async () => {
  await openWindow({ world: { connection: refusedFor('read-only-instance') } });
  await expect.element(strip).toMatchTextContent(/refused a change at .* read-only and accepts no changes/);
  await expect.element(bar.getByText('Instance is read-only')).toBeVisible();
  const sync = page.getByRole('banner').getByRole('button', { name: 'Sync users' });
  await expect.element(sync).not.toHaveAttribute('aria-disabled', 'true');
});
