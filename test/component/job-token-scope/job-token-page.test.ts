import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { shell } from '#shared/text/en/shell.ts';
import { click, clickInVain } from '../click.ts';
import { expectDisabled } from '../page-rig.ts';
import { sampleConnection, sampleProfile } from '../samples.ts';
import { openWindow } from '../shell/window.ts';
import {
  base,
  button,
  dialog,
  entry,
  field,
  givenReach,
  inDialog,
  jobTokenPage,
  listed,
  reachOf,
  shown,
} from './rig.ts';

afterEach(() => page.viewport(1280, 800));
afterEach(() => history.replaceState(null, '', location.pathname));

const off = () => reachOf({ flag: { inbound: false, outbound: false } });

test.each([
  ['with a read-only profile', { profiles: [sampleProfile({ readOnly: true })] }, shell.readOnlyWhy],
  [
    'offline',
    { connection: sampleConnection({ state: 'offline', reason: 'connection-lost' }) },
    'Requires the network. The connection was lost.',
  ],
])('%s, the allowlist can’t be changed, and the reason is shown', async (_, world, why) => {
  const { stores, calls } = await jobTokenPage({ world });
  for (const name of ['Add to allowlist…', 'Turn off allowlist…']) await expectDisabled(button(name), why);
  await click(entry('acme/website'));
  await expectDisabled(button('Remove 1 entry'), why);
  await clickInVain(button('Remove 1 entry'));
  const all = stores.commands.list.filter(({ id }) => id.startsWith('job-token-scope.'));
  expect(all.map(({ id, disabledReason }) => [id.split('.').at(-1), disabledReason])).toEqual(
    ['add', 'remove', 'on', 'off', 'bulk'].map((id) => [id, why]),
  );
  await click(page.getByRole('button', { name: 'acme/tools', exact: true }));
  const remove = page.getByRole('complementary').getByRole('button', { name: 'Remove from allowlist' });
  await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
  await expect.element(remove).toHaveAttribute('data-tooltip', expect.stringContaining(why));
  expect([...calls('changes.run'), ...calls('changes.plan')]).toEqual([]);
});

test('at a moment in the past, the page has no actions that change the allowlist', async () => {
  const { stores } = await jobTokenPage({ path: `${base}?as_of=2025-11-20T17:00Z` });
  await click(entry('acme/website'));
  await click(page.getByRole('button', { name: 'acme/tools', exact: true }));
  const panel = page.getByRole('complementary');
  await expect.element(panel).toBeVisible();
  for (const name of [/^Add to allowlist/, /^Turn off/, /^Remove/, /^Sync/])
    expect(button(name).elements(), String(name)).toEqual([]);
  expect(stores.commands.list.filter(({ id }) => id.startsWith('job-token-scope.'))).toEqual([]);
});

test('one selected entry is removed at once, and is no longer selected', async () => {
  const { calls } = await jobTokenPage();
  await click(entry('acme/website'));
  await expect.element(page.getByText('1 selected')).toBeVisible();
  await click(button('Remove 1 entry'));
  await expect
    .poll(() => calls('changes.run'))
    .toMatchObject([{ op: 'job-token-scope.removeProject', path: { id: 7, target_project_id: 8 } }]);
  await expect.element(page.getByText('1 selected')).not.toBeInTheDocument();
});

test('all entries are removed as one plan, which says what will fail', async () => {
  const { calls } = await jobTokenPage();
  await click(page.getByRole('checkbox', { name: 'Select all 2 entries' }));
  await click(button('Remove 2 entries…'));
  await expect
    .element(shown(/their job tokens are no longer accepted in acme\/core\. Jobs that need access will fail\./))
    .toBeVisible();
  await expect.element(inDialog(/^Remove 2 entries from the allowlist/)).toBeVisible();
  expect(calls('changes.plan')).toMatchObject([
    {
      calls: [
        { op: 'job-token-scope.removeProject', path: { target_project_id: 8 } },
        { op: 'job-token-scope.removeGroup', path: { target_group_id: 30 } },
      ],
    },
  ]);
  expect(calls('changes.apply')).toEqual([]);
});

test('the form for several projects begins with the project of the page', async () => {
  const { stores } = await jobTokenPage();
  stores.commands.list.find(({ id }) => id === 'job-token-scope.bulk')?.run();
  await expect.element(field('Projects to change')).toHaveValue('acme/core');
});

test('an empty allowlist says that no group and no other project is allowed', async () => {
  await jobTokenPage({ reach: reachOf({ entries: [] }) });
  await expect.element(page.getByText('No group is allowed.')).toBeVisible();
  await expect.element(page.getByText('No other project is allowed.')).toBeVisible();
});

test('the allowlist is turned off only after its consequences are shown', async () => {
  const { calls } = await jobTokenPage();
  await expect.element(page.getByText('Allowlist on').first()).toBeVisible();
  await click(button('Turn off allowlist…'));
  await expect.element(shown(/Job tokens of every project will be accepted in acme\/core\./)).toBeVisible();
  await expect.element(shown(/If the instance enforces the allowlist, it refuses this change \(400\)/)).toBeVisible();
  expect(calls('changes.apply')).toEqual([]);
  await click(inDialog('Turn off allowlist'));
  await expect.poll(() => calls('changes.apply')).toHaveLength(1);
  expect(calls('changes.plan')).toMatchObject([
    { calls: [{ op: 'job-token-scope.edit', path: { id: 7 }, body: { enabled: false } }] },
  ]);
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('the allowlist is turned on only after its consequences and its entries are shown', async () => {
  const { calls } = await jobTokenPage({ reach: off() });
  await expect.element(page.getByText('Allowlist off').first()).toBeVisible();
  await click(button('Turn on allowlist…'));
  await expect
    .element(
      shown(/In acme\/core, only job tokens of the projects and groups in its allowlist .*: 1 project, 1 group\./),
    )
    .toBeVisible();
  await click(inDialog('Turn on allowlist'));
  await expect.poll(() => calls('changes.plan')).toMatchObject([{ calls: [{ body: { enabled: true } }] }]);
});

test('the command that turns the allowlist into its current state is disabled with the reason', async () => {
  const { stores } = await jobTokenPage({ reach: off() });
  const reasonOf = (id: string) => stores.commands.list.find((one) => one.id === `${id}`)?.disabledReason;
  await expect.poll(() => reasonOf('job-token-scope.off')).toBe('The allowlist is already off.');
  expect(reasonOf('job-token-scope.on')).toBeNull();
  expect(reasonOf('job-token-scope.remove')).toBe('Select entries of the allowlist first.');
});

test('an instance that enforces the allowlist is named as the reason why it can’t be turned off', async () => {
  const failure = { code: 'invalid', message: 'x' };
  await jobTokenPage({ writes: { answer: () => ({ state: 'refused', status: 400, reportedMessage: null, failure }) } });
  await click(button('Turn off allowlist…'));
  await click(inDialog('Turn off allowlist'));
  await expect.element(shown(/The instance enforces the allowlist for all projects/).first()).toBeVisible();
});

test('in a small window, the selection and the form fit', async () => {
  await page.viewport(720, 450);
  const many = Array.from({ length: 30 }, (_, at) => ({ ...listed[0]!, id: 100 + at, path: `acme/p${at}` }));
  await openWindow({ path: base, ...givenReach(reachOf({ entries: many })) });
  // Scrolls to the entry
  await click(entry('acme/p3'));
  await expect.element(button('Remove 1 entry')).toBeInViewport({ ratio: 1 });
  await click(button('Add to allowlist…'));
  await expect.element(field('Projects')).toBeVisible();
  await expect.element(inDialog('Add to allowlist')).toBeInViewport({ ratio: 1 });
});
