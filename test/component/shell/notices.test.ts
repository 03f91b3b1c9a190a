import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, fill } from '../click.ts';
import { sampleJob, sampleNotice, sampleProfile, sampleStatus } from '../samples.ts';
import { button, callsOf, dialog, openWindow } from './window.ts';

const offline = (id: number, over = {}) =>
  sampleNotice({
    id,
    title: `Runner build-${id} is offline`,
    link: { page: 'runners', query: { id: `${id}` } },
    ...over,
  });
const link = (name: string | RegExp) => dialog().getByRole('link', { name });

test('the bell shows how many notices are unread, and its list groups them by kind', async () => {
  const notices = [
    offline(3),
    sampleNotice({ id: 2, kind: 'job-finished', tone: 'info', title: 'Syncing users finished' }),
    offline(1),
  ];
  await openWindow({ path: '/settings', world: { notices } });
  await click(button('3 notices'));
  const runners = dialog().getByRole('region', { name: 'Runner offline 2' });
  await expect.element(runners.getByRole('link')).toHaveLength(2);
  await expect.element(dialog().getByRole('region', { name: 'Job finished' })).toBeVisible();
});

test('one click on a notice shows exactly its row in the right scope and marks it as read', async () => {
  const core = await openWindow({ path: '/settings', world: { notices: [offline(7), offline(8)] } });
  await click(button('2 notices'));
  await click(link(/Runner build-7/));
  expect(location.hash).toBe('#/runners/7');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(callsOf(core, 'notices.markRead')).toEqual([{ ids: [7] }]);
  await expect.element(button('1 notice')).toBeVisible();
});

test('a notice of another instance names it, and the window shows that instance only after a choice', async () => {
  const profiles = [sampleProfile(), sampleProfile({ id: 'p2', name: 'Staging' })];
  const core = await openWindow({ path: '/settings', world: { profiles, notices: [offline(7, { profileId: 'p2' })] } });
  await click(button('1 notice'));
  await expect.element(dialog().getByText('Staging: It stopped contacting the instance.')).toBeVisible();
  await click(link(/Runner build-7/));
  await expect.element(button('Open Staging in new window')).toBeVisible();
  expect(location.hash).toBe('#/settings');
  await click(button('Open Staging here'));
  await expect.poll(() => callsOf(core, 'profiles.open')).toEqual([{ id: 'p2' }]);
  expect(location.hash).toBe('#/runners/7');
});

test('a notice about what was found names each kind with its count, which leads to its list', async () => {
  const view = JSON.stringify({ filter: { status: 'stale', paused: false } });
  const found = [
    { label: 'Runners offline', count: 5, link: { page: 'runners', query: {} } },
    { label: 'Runners stale', count: 1_200, link: { page: 'runners', query: { view } } },
  ];
  const notice = sampleNotice({ ...{ kind: 'found', tone: 'info', title: '1,205 problems found on Lab' }, found });
  await openWindow({ path: '/settings', world: { notices: [notice] } });
  await click(button('1 notice'));
  await expect.element(link('Runners offline 5')).toBeVisible();
  await click(link('Runners stale 1,200'));
  expect(decodeURIComponent(location.hash)).toBe(`#/runners?view=${view}`);
});

test('of a large group five notices are shown, and the others on request', async () => {
  await openWindow({ path: '/settings', world: { notices: [9, 8, 7, 6, 5, 4, 3].map((id) => offline(id)) } });
  await click(button('7 notices'));
  await expect.element(dialog().getByRole('link')).toHaveLength(5);
  await click(button('Show 2 more'));
  await expect.element(dialog().getByRole('link')).toHaveLength(7);
});

test('notices are marked as read and cleared with the keyboard', async () => {
  const core = await openWindow({ path: '/settings', world: { notices: [offline(7), offline(8)] } });
  await click(button('2 notices'));
  await expect.element(button('Mark all as read')).toBeVisible();
  await expect.element(dialog()).toHaveFocus();
  await userEvent.tab();
  await expect.element(button('Mark all as read')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog().getByText('Unread')).not.toBeInTheDocument();
  await click(button('Clear all notices'));
  await expect.element(dialog().getByText('No notices.')).toBeVisible();
  expect(callsOf(core, 'notices.clear')).toEqual([{ ids: null }]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('a failed job with a notice is listed once, and its notice shows only this job', async () => {
  const jobs = [
    sampleJob({ id: 'j1', state: 'failed', finishedAt: 1, failure: { code: 'denied', message: 'x' } }),
    sampleJob({ id: 'j2', kind: 'keys.lookup', state: 'done', finishedAt: 1 }),
  ];
  const notice = sampleNotice({
    ...{ id: 4, kind: 'job-failed', title: 'Syncing users failed' },
    link: { page: 'activity/jobs', query: { job: 'j1' } },
  });
  await openWindow({ path: '/activity', world: { jobs, notices: [notice] } });
  await click(button('1 notice'));
  await click(link(/Syncing users failed/));
  await expect.element(page.getByText(/^Only the job of the notice is shown/)).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Jobs' }).getByRole('listitem')).toHaveLength(1);
});

test('settings of notices are saved: desktop, quiet hours and muted kinds', async () => {
  const core = await openWindow({ path: '/settings' });
  const box = (name: string) => page.getByRole('checkbox', { name });
  const saved = () => core.world.preferences.notices;
  await click(box('Show notices on the desktop'));
  await click(box('Quiet hours'));
  await expect.element(page.getByLabelText('From')).toHaveValue('22:00');
  await fill(page.getByLabelText('To'), '06:30');
  await click(box('Runner offline'));
  await expect
    .poll(saved)
    .toEqual({ isDesktop: false, quiet: { from: '22:00', to: '06:30' }, muted: ['runner-offline'] });
  await click(box('Quiet hours'));
  await click(box('Runner offline'));
  await expect.poll(saved).toEqual({ isDesktop: false, quiet: null, muted: [] });
});

test('the tray can be switched on only in the desktop app', async () => {
  const tray = () => page.getByRole('checkbox', { name: 'Show Reeve in the system tray' });
  await openWindow({ path: '/settings' });
  await expect.element(tray()).toBeDisabled();
  await expect.element(page.getByText(/^Only the desktop app has an icon/)).toBeVisible();
});

test('in the desktop app, the tray is a setting', async () => {
  const core = await openWindow({ path: '/settings', world: { status: sampleStatus({ host: 'electron' }) } });
  await click(page.getByRole('checkbox', { name: 'Show Reeve in the system tray' }));
  await expect.poll(() => core.world.preferences.hasTray).toBe(true);
});
