import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
import { eventually } from '../eventually.ts';
import EnterpriseUsersPage from '../../../src-renderer/pages/enterprise-users/EnterpriseUsersPage.svelte';
import { box, renderPage, type RenderedPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleWrites, type FakeWrites } from '../fake-writes.ts';
import { click, fill } from '../click.ts';
import { cannotWrite, chosen, reasonOf, run } from '../page-rig.ts';

const scope = 'group:42';
const person = (id: number) => ({
  ...{ id, username: `person-${id}`, name: `Person ${id}`, state: 'active', email: `person-${id}@corp.example` },
  ...{ two_factor_enabled: id % 2 === 0, scim_identities: [] },
});
type Users = RenderedPage & { act: (action: string) => Promise<void> };

async function users(writes: Partial<FakeWrites> = {}, world: Partial<FakeWorld> = {}): Promise<Users> {
  const list = fakeList([1, 2, 3, 4].map(person), { scope });
  const rendered = await renderPage(EnterpriseUsersPage, {
    path: '/enterprise-users',
    hasPlans: true,
    world: { ...chosen(), ...world, writes: sampleWrites(writes) },
    answers: { enterpriseUsers: listAnswers<'enterpriseUsers'>(list) },
  });
  await rendered.table();
  await rendered.press('{Home}');
  return { ...rendered, act: (action) => run(rendered, `enterprise-users.${action}`) };
}
const dialog = page.getByRole('dialog');
const field = (label: string) => dialog.getByLabelText(label, { exact: true });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const refused = (status: number, reportedMessage: string): Partial<FakeWrites> => ({
  answer: () => ({
    ...{ state: 'refused', status, reportedMessage },
    failure: { code: 'remote', message: reportedMessage, status },
  }),
});
/** The name must be typed, as for writes that delete. */
const byName = (name: string): Partial<FakeWrites> => ({ confirmation: () => ({ kind: 'name', name }) });

async function edit(writes: Partial<FakeWrites>, values: Record<string, string>): Promise<Users> {
  const rendered = await users(writes);
  await rendered.act('edit');
  for (const [label, value] of Object.entries(values)) await fill(field(label), value);
  await click(button('Edit user'));
  return rendered;
}

test('without a chosen group, the form names the group of the user', async () => {
  const rendered = await users({}, { preferences: Preferences.parse({}) });
  await rendered.act('edit');
  await expect.element(dialog).toMatchTextContent('An Owner of corp can change the name');
  await expect.element(field('Email')).toHaveAccessibleDescription(/verified by corp\./);
});

test('an address that the instance refuses is explained at its field, and no message repeats it', async () => {
  const { calls } = await edit(refused(400, 'Email is not allowed'), { Email: 'someone@elsewhere.example' });
  await expect
    .element(field('Email'))
    .toHaveAccessibleDescription(/The email address must be in a domain that the top-level group has verified/);
  await expect.element(field('Email')).toHaveValue('someone@elsewhere.example');
  await expect.element(page.getByText(/^Failed/)).not.toBeInTheDocument();
  expect(calls('changes.run')).toMatchObject([
    { op: 'enterprise-users.edit', path: { id: 42, user_id: 1 }, body: { email: 'someone@elsewhere.example' } },
  ]);
});

test('a refusal of name and address together is shown at the field that its message names', async () => {
  await edit(refused(400, 'Name is too long'), { Name: 'Somebody', Email: 'someone@corp.example' });
  await expect.element(field('Name')).toHaveAccessibleDescription(/Name is too long/);
  await expect.element(field('Email')).not.toHaveAttribute('aria-invalid');
});

test('an empty name and an invalid address are explained at their fields, and nothing is sent', async () => {
  const { calls } = await edit({}, { Name: ' ', Email: 'nobody' });
  await expect.element(field('Name')).toHaveAccessibleDescription(/Name is required\./);
  await expect.element(field('Email')).toHaveAccessibleDescription(/Enter an address such as name@example\.com\./);
  expect(calls('changes.run')).toEqual([]);
});

test('a plan that disables two-factor authentication leaves out users without it, and says how many', async () => {
  const { act, calls } = await users();
  for (const index of [0, 1, 2, 3]) box(index).click();
  await expect.element(page.getByText('4 selected')).toBeVisible();
  await act('disableTwoFactor');
  await expect.element(dialog).toMatchTextContent('2 selected users don’t have 2FA enabled and are left out.');
  expect(calls('changes.plan')).toMatchObject([{ onRows: { selection: { kind: 'ids', ids: [2, 4] } } }]);
});

test('the sole owner of a group is refused with what to do', async () => {
  const { act, press } = await users({ ...byName('person-1'), ...refused(409, 'User cannot be deleted') });
  await act('remove');
  await expect.element(dialog).toMatchTextContent('moved to a placeholder user');
  await expect.element(dialog).toMatchTextContent('First add another Owner to that group');
  await eventually(() => expect(dialog.getByRole('textbox').elements()).toHaveLength(1));
  await fill(dialog.getByRole('textbox'), 'person-1');
  await press('{Enter}');
  await expect
    .element(dialog)
    .toMatchTextContent('The account wasn’t deleted: this user is the sole owner of a group.');
  await expect.element(dialog).toMatchTextContent('HTTP 409');
});

test('the form of a hard delete says what is lost, and the request has the parameter for it', async () => {
  const { act, press, calls } = await users(byName('person-1'));
  await act('remove');
  await expect.element(dialog).toMatchTextContent('Delete Person 1');
  await press('{Escape}');
  await act('hardRemove');
  await expect.element(dialog).toMatchTextContent('all contributions are permanently deleted');
  const queries = (calls('changes.plan') as { onRows: { query?: object } }[]).map(({ onRows }) => onRows.query);
  expect(queries).toEqual([undefined, { hard_delete: true }]);
});

test.each(cannotWrite)('%s, no user can be edited or deleted, and each action says why', async (_, world, reason) => {
  const rendered = await users({}, world);
  for (const action of ['edit', 'disableTwoFactor', 'remove', 'hardRemove'])
    await eventually(() => expect(reasonOf(rendered, `enterprise-users.${action}`)).toMatch(reason));
});
