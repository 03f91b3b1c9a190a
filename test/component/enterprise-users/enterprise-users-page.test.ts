import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { eventually } from '../eventually.ts';
import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import { Preferences } from '#shared/contract/host.ts';
import EnterpriseUsersPage from '../../../src-renderer/pages/enterprise-users/EnterpriseUsersPage.svelte';
import { violations } from '../axe.ts';
import { cell, renderPage, type RenderedPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleEntry } from '../samples.ts';

const scope = 'group:42';
const top = sampleEntry({ key: 1, kind: 'group', ref: 42, scope, id: 42, path: 'corp' });
const subgroup = sampleEntry({ key: 2, kind: 'group', ref: 43, scope: 'group:43', id: 43, path: 'corp/platform' });

const person = (id: number) => ({
  id,
  username: `person-${id}`,
  name: `Person ${String(id).padStart(6, '0')}`,
  state: id % 9 === 0 ? 'blocked' : 'active',
  email: `person-${id}@corp.example`,
  commit_email: `commits+${id}@corp.example`,
  two_factor_enabled: id % 2 === 0,
  scim_identities: id % 3 === 0 ? [] : [{ extern_uid: `scim-${id}`, group_id: 42, active: id % 4 !== 0 }],
});

/** `size` rows, created when they are requested. */
function fakeEnterpriseUsers(size: number): NonNullable<FakeAnswers['enterpriseUsers']> {
  const list = fakeList(
    Array.from({ length: Math.min(size, 40) }, (_, at) => person(at + 1)),
    { scope },
  );
  const answers = listAnswers<'enterpriseUsers'>(list);
  if (size <= 40) return answers;
  return {
    ...answers,
    list: ({ slice: { from, count } }) => ({
      total: size,
      isCapped: false,
      from,
      rows: Array.from({ length: Math.max(0, Math.min(count, size - from)) }, (_, at) => ({
        row: person(from + at + 1),
        key: from + at + 1,
        scope,
        fetchedAt: Date.now(),
        notReturnedSince: null,
      })),
      revision: 1,
      queryMs: 0.4,
    }),
    summary: () => ({ live: size, notReturned: 0, completedAt: Date.now(), unreadable: 0, counts: {} }),
  };
}

function enterpriseUsers({
  size = 12,
  group = top,
}: { size?: number; group?: CatalogueEntry } = {}): Promise<RenderedPage> {
  const scopes = { p1: { group: group.scope, project: null, recent: [] } };
  return renderPage(EnterpriseUsersPage, {
    path: '/enterprise-users',
    world: { catalogue: [top, subgroup], preferences: Preferences.parse({ scopes }) },
    answers: { enterpriseUsers: fakeEnterpriseUsers(size) },
  });
}

test.each([1_000, 100_000])('%d rows: only visible rows are rendered, also at the end of the list', async (size) => {
  const { table, press } = await enterpriseUsers({ size });
  const grid = await table();
  expect(grid.getAttribute('aria-rowcount')).toBe(String(size + 1));
  expect(grid.querySelectorAll('[data-index]').length).toBeLessThan(60);
  await press('{End}');
  await eventually(() => expect(cell(size - 1, 'user').textContent).toContain(`person-${size}`));
  expect(grid.querySelectorAll('[data-index]').length).toBeLessThan(60);
});

test('active and blocked exclude each other', async () => {
  const { table } = await enterpriseUsers();
  await table();
  await click(page.getByRole('button', { name: 'Filter', exact: true }));
  await click(page.getByRole('checkbox', { name: 'Active' }));
  const blocked = page.getByRole('checkbox', { name: 'Blocked' });
  await expect.element(blocked).toBeDisabled();
  await expect.element(blocked).toHaveAccessibleDescription('Excluded by “Active”');
});

test('details show each SCIM identity, or that there is none', async () => {
  const { table, press } = await enterpriseUsers();
  await table();
  expect(cell(3, 'scim').textContent).toContain('Inactive');
  await press('{ArrowDown}{Enter}');
  const panel = page.getByRole('complementary', { name: 'Details of Person 000001' });
  await expect.element(panel.getByText('scim-1')).toBeVisible();
  await expect.element(panel.getByText('commits+1@corp.example')).toBeVisible();
  await press('{ArrowDown}{ArrowDown}');
  await expect.element(page.getByText('This account has no SCIM identity', { exact: false })).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('two-factor is disabled only for users who have it, and users are edited one at a time', async () => {
  const { table, press, calls, stores } = await enterpriseUsers();
  const reasonOf = (id: string) => stores.commands.list.find((one) => one.id === `${id}`)?.disabledReason;
  await table();
  await press('{ArrowDown}');
  await eventually(() => expect(reasonOf('enterprise-users.disableTwoFactor')).toBe('2FA isn’t enabled for this user'));
  expect(reasonOf('enterprise-users.remove')).toBeNull();
  await press(' {ArrowDown} ');
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Edit…' })).toHaveAttribute('aria-disabled', 'true');
  await click(page.getByRole('button', { name: 'Disable 2FA…' }));
  await eventually(() => expect(calls('changes.plan')).toHaveLength(1));
  expect(calls('changes.plan')).toMatchObject([
    { onRows: { op: 'enterprise-users.disableTwoFactor', selection: { kind: 'ids', ids: [2] } } },
  ]);
});

test('a subgroup links to its top-level group, and no request is sent for it', async () => {
  const { calls } = await enterpriseUsers({ group: subgroup });
  await expect.element(page.getByText('Subgroups have no enterprise users.')).toBeVisible();
  expect(calls('enterpriseUsers.list')).toEqual([]);
  await click(page.getByRole('button', { name: 'Switch to corp' }));
  await eventually(() => cell(0));
});
