import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, fill } from '../click.ts';
import {
  sampleCapability,
  sampleEntry,
  sampleFailure,
  sampleJob,
  sampleNotice,
  sampleProfile,
  sampleStatus,
  sampleUsers,
} from '../samples.ts';
import type { FakeWorld } from '../fake-world.ts';
import { violations } from '../axe.ts';
import { button, dialog, openWindow } from './window.ts';

const now = Date.now();
const world: Partial<FakeWorld> = {
  profiles: [
    sampleProfile(),
    sampleProfile({ id: 'p2', name: 'Staging', readOnly: true, hasToken: false, url: 'http://a' }),
  ],
  jobs: [
    sampleJob(),
    sampleJob({ id: 'j2', state: 'needs-person', notReturnedFound: 9, startedAt: now - 9_000 }),
    sampleJob({ id: 'j3', state: 'failed', failure: sampleFailure, startedAt: now - 99_000, finishedAt: now - 9_000 }),
    sampleJob({ id: 'j4', state: 'waiting', resumeAt: now + 99_000, startedAt: now - 999_000 }),
  ],
  users: sampleUsers(20),
  catalogue: [
    sampleEntry(),
    sampleEntry({ key: 2, kind: 'project', id: null, path: 'corp/platform/app', isPinned: false, verdict: 'denied' }),
    sampleEntry({
      key: 3,
      kind: 'project',
      id: 8,
      path: null,
      source: 'harvested',
      sourceDetail: 'runners',
      verdict: 'missing',
    }),
    sampleEntry({ key: 4, id: 43, path: 'other', isPinned: false, verdict: null, verifiedAt: null }),
  ],
  capabilities: [sampleCapability({ name: 'users' }), sampleCapability({ outcome: 'denied', status: 403 })],
  requests: [
    { at: now, method: 'GET', path: '/users', status: 200, ms: 4, bytes: 9, attempt: 1, requestId: 'r', failure: null },
    {
      at: now,
      method: 'GET',
      path: '/users',
      status: 502,
      ms: 4,
      bytes: 9,
      attempt: 2,
      requestId: 'r',
      failure: 'remote',
    },
  ],
  notices: [
    sampleNotice(),
    sampleNotice({ id: 2, tone: 'recovered', isRead: true }),
    sampleNotice({ id: 3, kind: 'job-finished', tone: 'info', profileId: 'p2' }),
  ],
  status: sampleStatus({ notices: [{ at: now, code: 'cache-set-aside', detail: '/x' }] }),
};
const shut = (state: 'missing' | 'locked' | 'passphrase'): Partial<FakeWorld> => ({
  status: sampleStatus({
    vault: { state, reportedMessage: 'no', hasPassphrase: state === 'passphrase', hasData: state !== 'missing' },
  }),
});

interface View {
  path: string;
  world?: Partial<FakeWorld>;
  shows: string;
  /** The frame around the page is checked too. */
  hasFrame?: boolean;
  act?: () => Promise<unknown>;
}
// A dialog is loaded when it is first opened, so each view waits for its dialog
const palette = async (): Promise<void> => {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('combobox', { name: 'Command palette' })).toBeVisible();
};
const views: Record<string, View> = {
  activity: { path: '/activity', shows: 'Needs a decision', hasFrame: true },
  'request log': { path: '/activity/requests', shows: 'Rate limit' },
  settings: { path: '/settings', shows: 'Row height' },
  about: { path: '/about', shows: 'Runs as' },
  instances: { path: '/profiles', shows: 'Token permissions' },
  'instance form': { path: '/profiles/p2', shows: 'Save changes' },
  'first run': { path: '/', world: { profiles: [], openId: null }, shows: 'Save and open' },
  'form errors': {
    path: '/connect',
    shows: 'Test connection',
    act: () => click(button('Test connection')),
  },
  'keychain missing': { path: '/', world: shut('missing'), shows: 'Keychain unavailable' },
  'keychain locked': { path: '/', world: shut('locked'), shows: 'Retry keychain' },
  passphrase: { path: '/', world: shut('passphrase'), shows: 'Enter the passphrase' },
  palette: { path: '/settings', shows: 'Row height', act: palette },
  shortcuts: {
    path: '/settings',
    shows: 'Row height',
    act: async () => {
      await userEvent.keyboard('?');
      await expect.element(dialog()).toBeVisible();
    },
  },
  catalogue: { path: '/catalogue', shows: 'API response (runners)' },
  'empty catalogue': { path: '/catalogue', world: { catalogue: [] }, shows: 'No groups or projects added yet' },
  'adding to the catalogue': {
    path: '/catalogue',
    shows: 'API response (runners)',
    act: async () => {
      await click(button('Add groups and projects…'));
      await fill(dialog().getByLabelText('Groups and projects'), 'corp\nnot a path');
      await click(dialog().getByRole('button', { name: 'Add groups and projects', exact: true }));
      await expect.element(page.getByText('1 added, 0 already added, 1 invalid')).toBeVisible();
    },
  },
  'group menu': {
    path: '/settings',
    shows: 'Row height',
    hasFrame: true,
    act: async () => {
      await click(button(/^Group: All groups/));
      await expect.element(page.getByRole('option', { name: 'corp/platform' })).toBeVisible();
    },
  },
  'palette with what was found': {
    path: '/settings',
    shows: 'Row height',
    act: async () => {
      await palette();
      await fill(page.getByRole('combobox', { name: 'Command palette' }), 'o');
      await expect.element(page.getByRole('option', { name: /corp\/platform/ }).first()).toBeVisible();
    },
  },
  'instance menu': {
    path: '/settings',
    shows: 'Row height',
    hasFrame: true,
    act: () => click(button(/Switch instance/)),
  },
  notices: { path: '/settings', shows: 'Row height', hasFrame: true, act: () => click(button(/notices/)) },
  'account menu': { path: '/settings', shows: 'Row height', hasFrame: true, act: () => click(button(/menu for/)) },
  'remove dialog': {
    path: '/profiles',
    shows: 'Staging',
    act: async () => {
      await click(button('Remove…').first());
      await click(dialog().getByRole('button', { name: /^Remove/ }));
    },
  },
  'not returned dialog': {
    path: '/activity',
    shows: 'Needs a decision',
    act: async () => {
      await click(button('Mark as not returned…'));
      await expect.element(dialog()).toBeVisible();
    },
  },
};

test.each(Object.entries(views))('axe finds nothing wrong: %s', async (_, view) => {
  await openWindow({ path: view.path, world: { ...world, ...view.world } });
  await expect.element(page.getByText(view.shows).first()).toBeVisible();
  await view.act?.();
  expect(await violations({ isWithoutFrame: view.hasFrame !== true })).toEqual([]);
});
