import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import ServiceAccountsPage from '../../../src-renderer/pages/service-accounts/ServiceAccountsPage.svelte';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import { box, cell, renderPage, type RenderedPage } from '../console/render-page.ts';
import { fakeList, listAnswers, type FakeList } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleWrites, type FakeWrites } from '../fake-writes.ts';
import { click, fill } from '../click.ts';
import { cannotWrite, chosen, reasonOf, run } from '../page-rig.ts';

const scope = 'group:42';
const account = (id: number, name: string, more: object = {}) => ({ id, name, username: `bot_${id}`, ...more });
const ofGroup = (): FakeList =>
  fakeList(
    [
      account(3, 'Deployments', { email: 'bot_3@corp.example', unconfirmed_email: 'bots@corp.example' }),
      account(4, 'Mirrors', { email: 'bot_4@corp.example' }),
      account(5, 'Mirrors', { email: 'bot_5@corp.example' }),
    ],
    { scope },
  );
const ofInstance = (): FakeList => fakeList([account(8, 'Robot')]);

const dialog = page.getByRole('dialog');
const field = (label: string) => dialog.getByLabelText(label, { exact: true });
const button = (name: string) => dialog.getByRole('button', { name });

interface Accounts extends RenderedPage {
  act: (action: string) => Promise<void>;
  reason: (action: string) => string | null | undefined;
}

async function accounts(
  list: FakeList,
  world: Partial<FakeWorld>,
  writes: Partial<FakeWrites> = {},
): Promise<Accounts> {
  const rendered = await renderPage(ServiceAccountsPage, {
    path: '/service-accounts',
    hasPlans: true,
    world: { ...world, writes: sampleWrites(writes) },
    answers: { serviceAccounts: listAnswers<'serviceAccounts'>(list) },
  });
  await rendered.table();
  return {
    ...rendered,
    act: (action) => run(rendered, `service-accounts.${action}`),
    reason: (action) => reasonOf(rendered, `service-accounts.${action}`),
  };
}
const inGroup = (writes?: Partial<FakeWrites>, list = ofGroup()): Promise<Accounts> => accounts(list, chosen(), writes);

test('an account of the instance can’t be deleted and has no tokens here, and each action says why', async () => {
  const { press, reason } = await accounts(ofInstance(), {});
  await press('{Home}');
  const noRemove = 'Service accounts of the instance can’t be deleted here';
  const noTokens = 'Only tokens of group service accounts are available here';
  await eventually(() => expect(reason('remove')).toBe(noRemove));
  expect(reason('hardDelete')).toBe(noRemove);
  expect(reason('tokens')).toBe(noTokens);
  expect(reason('newToken')).toBe(noTokens);
  expect(reason('edit')).toBeNull();
});

test.each(cannotWrite)('%s, accounts can be shown, but not created, edited or deleted', async (_, world, why) => {
  const rendered = await accounts(ofGroup(), { ...chosen(), ...world });
  await rendered.press('{Home}');
  for (const action of ['remove', 'hardDelete', 'edit', 'newToken'])
    await eventually(() => expect(rendered.reason(action)).toMatch(why));
  expect(rendered.reason('tokens')).toBeNull();
  expect(reasonOf(rendered, 'service-accounts.create')).toMatch(why);
});

test('a new account of a group needs no values, and the form explains the defaults', async () => {
  const group = await inGroup();
  await run(group, 'service-accounts.create');
  await expect.element(dialog).toMatchTextContent('service_account_group_, the group ID, and random characters');
  await click(button('Create service account…'));
  await eventually(() =>
    expect(group.calls('changes.run')).toMatchObject([
      { op: 'group-service-accounts.create', path: { id: 42 }, body: {} },
    ]),
  );
});

test('the message about a new account opens its row', async () => {
  const group = await inGroup({ answer: () => ({ created: { collection: 'serviceAccounts', scope, id: 4 } }) });
  await run(group, 'service-accounts.create');
  await click(button('Create service account…'));
  await click(page.getByRole('button', { name: 'Show', exact: true }));
  await expect.element(page.getByRole('complementary').getByText('bot_4@corp.example')).toBeVisible();
});

test('without a chosen group, an account is created in the group that is entered in the form', async () => {
  const rendered = await accounts(ofInstance(), {});
  await run(rendered, 'service-accounts.create');
  await fill(field('Group'), 'no group!');
  await click(button('Create service account…'));
  await expect.element(field('Group')).toHaveAccessibleDescription(/is not a group of this instance/);
  await fill(field('Group'), 'corp/platform');
  await fill(field('Name'), 'Mirror');
  await expect.element(dialog).toMatchTextContent('service_account_group_, the group ID, and random characters');
  await click(button('Create service account'));
  await eventually(() =>
    expect(rendered.calls('changes.run')).toMatchObject([
      { op: 'group-service-accounts.create', path: { id: 'corp/platform' }, body: { name: 'Mirror' } },
    ]),
  );
});

test('a new account of the instance is sent with the entered values only', async () => {
  const instance = await accounts(ofInstance(), {});
  await run(instance, 'service-accounts.create');
  await expect.element(dialog).toMatchTextContent('Default: service_account_ and random characters.');
  await fill(field('Name'), 'Mirror');
  await click(button('Create service account…'));
  await eventually(() => expect(instance.calls('changes.run')).toHaveLength(1));
  expect(instance.calls('changes.run')).toMatchObject([{ op: 'service-accounts.create' }]);
  expect((instance.calls('changes.run') as { body: object }[])[0]?.body).toEqual({ name: 'Mirror' });
});

test('values that are refused are explained at their fields, and nothing is sent', async () => {
  const { press, act, calls } = await inGroup();
  await press('{Home}');
  await act('edit');
  await fill(field('Name'), ' ');
  await fill(field('Username'), 'two words');
  await fill(field('Email'), 'nobody');
  await click(button('Edit service account'));
  await expect.element(field('Name')).toHaveAccessibleDescription(/Name is required\./);
  await expect.element(field('Username')).toHaveAccessibleDescription(/Use only letters, digits/);
  await expect.element(field('Email')).toHaveAccessibleDescription(/Enter an address such as name@example\.com\./);
  expect(calls('changes.run')).toEqual([]);
});

test('only the changed fields of an account are sent; the address of an account of the instance is not known', async () => {
  const { press, act, calls } = await accounts(ofInstance(), {});
  await press('{Home}');
  await act('edit');
  await expect.element(dialog).toMatchTextContent('The instance doesn’t return the current address.');
  await expect.element(field('Email')).toHaveValue('');
  await fill(field('Name'), 'Mirrors');
  await click(button('Edit service account'));
  await eventually(() => expect(calls('changes.run')).toHaveLength(1));
  const [sent] = calls('changes.run') as { body: object }[];
  expect(sent).toMatchObject({ op: 'service-accounts.edit', path: { id: 8 } });
  expect(sent?.body).toEqual({ name: 'Mirrors' });
});

test('a refused username is explained at its field, with the message of the instance', async () => {
  const reportedMessage = 'Username cannot be changed for an account with a composite identity';
  const { press, act } = await inGroup({ answer: () => ({ state: 'refused', status: 400, reportedMessage }) });
  await press('{Home}');
  await act('edit');
  await fill(field('Username'), 'assistant');
  await click(button('Edit service account'));
  await expect.element(field('Username')).toHaveAccessibleDescription(new RegExp(reportedMessage));
  await expect.element(field('Username')).toHaveValue('assistant');
  expect(messages.shown).toEqual([]);
});

test('accounts are deleted with one plan, and a hard delete sends its parameter', async () => {
  const { press, act, calls } = await inGroup();
  await press('{Control>}a{/Control}');
  await act('remove');
  await expect.element(dialog).toMatchTextContent('Delete 3 service accounts');
  await expect
    .element(dialog)
    .toMatchTextContent('The accounts are deleted, and their tokens stop working immediately.');
  const planned = () => calls('changes.plan') as { calls: { path: object; query?: object }[] }[];
  expect(planned()[0]?.calls.map(({ path }) => path)).toEqual([3, 4, 5].map((user_id) => ({ id: 42, user_id })));
  expect(planned()[0]?.calls.every(({ query }) => query === undefined)).toBe(true);
  await press('{Escape}');
  await act('hardDelete');
  await expect.element(dialog).toMatchTextContent('every group of which one of them is the sole owner');
  expect(planned()[1]?.calls.map(({ query }) => query)).toEqual(Array(3).fill({ hard_delete: true }));
});

test('accounts that are deleted are no longer selected', async () => {
  const list = ofGroup();
  const { core } = await inGroup({}, list);
  for (const index of [0, 1]) box(index).click();
  const selection = page.getByRole('region', { name: 'Selected rows' });
  await expect.element(selection).toMatchTextContent('2 selected');
  const at = Date.now();
  list.rows = list.rows.map((row, index) => (index === 0 ? { ...row, notReturnedSince: at } : row));
  list.revision += 1;
  core.emit('serviceAccounts', 'changed', { revision: list.revision });
  await expect.element(selection).toMatchTextContent('1 selected');
});

test('an unconfirmed address is marked in its row, and the panel explains it', async () => {
  const { press } = await inGroup();
  await press('{Home}{Enter}');
  expect(cell(0, 'unconfirmed_email').textContent).toContain('bots@corp.example');
  await expect.element(page.getByRole('note')).toMatchTextContent('bots@corp.example isn’t confirmed yet.');
});

test('the tokens of an account are listed by its ID', async () => {
  const { press, act, stores } = await inGroup();
  const opened: string[] = [];
  stores.route.navigate = (path) => void opened.push(decodeURIComponent(path));
  await press('{Home}');
  await act('tokens');
  expect(opened).toEqual(['/access-tokens?view={"filter":{"user_id":3}}']);
});
