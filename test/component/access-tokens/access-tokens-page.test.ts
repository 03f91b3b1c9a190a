import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import { days, toIso } from '#shared/time.ts';
import AccessTokensPage from '../../../src-renderer/pages/access-tokens/AccessTokensPage.svelte';
import { renderPage, type RenderedPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleWrites, type FakeWrites } from '../fake-writes.ts';
import { click, fill } from '../click.ts';
import { chosen, reasonOf, run } from '../page-rig.ts';
import { sampleEntry, sampleProfile } from '../samples.ts';

const scope = 'group:42';
const dayIn = (n: number): string => toIso(Date.now() + days(n)).slice(0, 10);
const token = (id: number, name: string, more: object = {}) => ({
  ...{ id, name, user_id: 3, account_name: 'Deployments', account_username: 'bot_3', scopes: ['read_api', 'api'] },
  ...{ active: true, revoked: false, expires_at: dayIn(40), description: 'for the pipeline' },
  ...more,
});
const rows = [
  token(1, 'deploy staging'),
  token(2, 'ended', { expires_at: dayIn(-1) }),
  token(3, 'endless', { expires_at: null }),
  token(4, 'of nobody', { user_id: null, account_name: null, account_username: null }),
];

type Horizon = NonNullable<NonNullable<FakeAnswers['accessTokens']>['horizon']>;
const week = (n: number, count: number) => ({
  ...{ from: dayIn(n), count, notReturned: 'hide' as const },
  filter: { expires_after: toIso(Date.now() + days(n)), expires_before: toIso(Date.now() + days(n + 7)) },
});
const horizon: Horizon = () => ({
  today: dayIn(0),
  soon: { count: 3, notReturned: 'hide', filter: { state: 'active', expires_before: dayIn(30) } },
  parts: [
    { part: 'week', count: 3, notReturned: 'hide', filter: { state: 'active', expires_before: dayIn(7) } },
    { part: 'kept', count: 1, notReturned: 'only', filter: {} },
  ],
  weeks: [week(0, 3), week(7, 0)],
});

async function tokens({
  world = chosen(),
  writes = {},
  path = '/access-tokens',
  shown = rows,
}: { world?: Partial<FakeWorld>; writes?: Partial<FakeWrites>; path?: string; shown?: typeof rows } = {}): Promise<
  RenderedPage & { act: (action: string) => Promise<void>; reason: (action: string) => string | null | undefined }
> {
  const accounts = fakeList([{ id: 3, name: 'Deployments', username: 'bot_3' }], { scope });
  const rendered = await renderPage(AccessTokensPage, {
    path,
    hasPlans: true,
    world: { ...world, writes: sampleWrites(writes) },
    answers: {
      accessTokens: { ...listAnswers<'accessTokens'>(fakeList(shown, { scope })), horizon },
      serviceAccounts: listAnswers<'serviceAccounts'>(accounts),
    },
  });
  await rendered.table();
  return {
    ...rendered,
    act: (action) => run(rendered, `access-tokens.${action}`),
    reason: (action) => reasonOf(rendered, `access-tokens.${action}`),
  };
}
const dialog = page.getByRole('dialog');
const field = (label: string) => dialog.getByLabelText(label, { exact: true });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const bodies = ({ calls }: RenderedPage): object[] =>
  [...calls('changes.run'), ...calls('changes.plan')].flatMap((call) => {
    const { calls: several, body } = call as { calls?: { body: object }[]; body?: object };
    return several?.map((one) => one.body) ?? [body ?? {}];
  });

async function newToken(over: Parameters<typeof tokens>[0] = {}): Promise<RenderedPage> {
  const rendered = await tokens(over);
  await run(rendered, 'access-tokens.create');
  await expect.element(dialog).toBeVisible();
  return rendered;
}
async function chooseAccount(): Promise<void> {
  await click(field('Service account'));
  await click(page.getByRole('option', { name: /^Deployments/ }));
}

test('a new token needs an account, a name and a scope, and an invalid or past day is explained at its field', async () => {
  const rendered = await newToken();
  await click(button('Create access token…'));
  for (const error of ['Choose a service account.', 'Name is required.', 'Add at least one.'])
    await expect.element(dialog.getByText(error)).toBeVisible();
  await chooseAccount();
  await fill(field('Name'), 'by hand');
  await click(button('Add read_api'));
  const day = field('Expires on');
  (day.element() as HTMLElement).focus();
  await userEvent.keyboard('2030-02-31');
  await click(button('Create access token…'));
  await expect.element(day).toHaveAccessibleDescription(/This date doesn’t exist\. Correct it or clear the field\./);
  await fill(day, dayIn(-3));
  await click(button('Create access token…'));
  await expect.element(day).toHaveAccessibleDescription(/Choose a date in the future\./);
  expect(bodies(rendered)).toEqual([]);
  await fill(day, dayIn(9));
  await click(button('Create access token…'));
  await eventually(() =>
    expect(bodies(rendered)).toEqual([{ name: 'by hand', scopes: ['read_api'], expires_at: dayIn(9) }]),
  );
});

test('without a chosen group, a token is created in the group that is entered in the form', async () => {
  const rendered = await newToken({ world: { catalogue: [sampleEntry({ ref: 42, scope, path: 'corp', id: 42 })] } });
  await click(button('Create access token…'));
  await expect.element(field('Group')).toHaveAccessibleDescription('Choose a group that Reeve knows.');
  await fill(field('Group'), '42');
  await chooseAccount();
  await fill(field('Name'), 'by hand');
  await click(button('Add read_api'));
  await click(button('Create access token…'));
  await eventually(() =>
    expect([...rendered.calls('changes.run'), ...rendered.calls('changes.plan')]).toMatchObject([
      { op: 'group-service-accounts.createToken', path: { id: 42, user_id: 3 } },
    ]),
  );
});

test('a day that the instance refuses returns to its field with all other input', async () => {
  const reportedMessage = 'Expires at is too odd';
  await newToken({
    writes: {
      confirmation: () => ({ kind: 'plan' }),
      answer: () => ({ state: 'refused', status: 400, reportedMessage }),
    },
  });
  await chooseAccount();
  await fill(field('Name'), 'by hand');
  await click(button('Add read_api'));
  await fill(field('Expires on'), '2099-01-01');
  await click(button('Create access token…'));
  await expect.element(dialog).toMatchTextContent('The token is for the service account Deployments.');
  await expect.element(dialog).not.toMatchTextContent('No expiry date is set');
  await click(button('Create access token'));
  await expect.element(dialog).toMatchTextContent(reportedMessage);
  await click(dialog.getByRole('button', { name: 'Edit values' }));
  await expect.element(field('Expires on')).toHaveAccessibleDescription(new RegExp(reportedMessage));
  await expect.element(field('Name')).toHaveValue('by hand');
  await expect.element(field('Service account')).toMatchTextContent('Deployments');
});

test('a token without a day gets the maximum lifetime, which the plan says', async () => {
  await newToken({
    writes: { confirmation: () => ({ kind: 'plan' }) },
    path: '/access-tokens?view={"filter":{"user_id":3}}',
  });
  // The account whose tokens are shown is already chosen
  await expect.element(field('Service account')).toMatchTextContent('Deployments');
  await fill(field('Name'), 'by hand');
  await click(button('Add read_api'));
  await click(button('Create access token…'));
  await expect.element(dialog).toMatchTextContent('so the token gets the maximum lifetime that this instance allows.');
});

test('a replacement has the same scopes and description, and says until when the old token is valid', async () => {
  const rendered = await tokens({ writes: { confirmation: () => ({ kind: 'plan' }) } });
  // It comes after the tokens without an expiry day and those that expire earlier
  await rendered.press('{Home}{ArrowDown}{ArrowDown}');
  await rendered.act('replace');
  await expect.element(dialog).toMatchTextContent(`The old token stays valid until ${dayIn(40)}`);
  await expect.element(field('Service account')).not.toBeInTheDocument();
  await click(button('Create replacement…'));
  await eventually(() => expect(rendered.calls('changes.plan')).toHaveLength(1));
  await expect.element(dialog).toMatchTextContent(`The old token stays valid until ${dayIn(40)}`);
  const [planned] = rendered.calls('changes.plan') as { calls: object[] }[];
  expect(planned?.calls).toMatchObject([
    {
      ...{ op: 'group-service-accounts.createToken', path: { id: 42, user_id: 3 } },
      body: { name: `deploy staging ${dayIn(0)}`, scopes: ['read_api', 'api'], description: 'for the pipeline' },
    },
  ]);
});

test('the form offers the scopes that the instance knows, and a replacement token uses their names', async () => {
  const world = { ...chosen(), profiles: [sampleProfile({ dialect: 'gitlab' })] };
  const shown = [token(1, 'runners', { scopes: ['manage_runners', 'read_api'] })];
  const rendered = await tokens({ writes: { confirmation: () => ({ kind: 'plan' }) }, shown, world });
  await rendered.press('{Home}');
  await rendered.act('replace');
  const offered = dialog.getByRole('list', { name: 'Suggested scopes' }).getByRole('button');
  await expect.element(offered.first()).toHaveAccessibleName('Add api');
  const names = offered.elements().map((one) => one.textContent.trim());
  expect(names).toEqual(expect.arrayContaining(['create_runner', 'read_user', 'write_repository', 'self_rotate']));
  expect(names).not.toContain('manage_runners');
  await click(button('Create replacement…'));
  await eventually(() => expect(bodies(rendered)[0]).toMatchObject({ scopes: ['manage_runner', 'read_api'] }));
});

test('no token can be revoked, a token of an unknown account can’t be replaced, and each action says why', async () => {
  const { press, reason } = await tokens();
  await press('{Home}');
  await eventually(() => expect(reason('replace')).toBeNull());
  expect(reason('revoke')).toBe('Tokens can’t be revoked here. Revoke the token on the instance.');
  await press('{End}');
  await eventually(() => expect(reason('replace')).toBe('The service account of this token is unknown'));
});

test('with a read-only profile, no token can be created or replaced', async () => {
  const rendered = await tokens({
    world: { ...chosen(), profiles: [sampleProfile({ readOnly: true })] },
  });
  await rendered.press('{Home}');
  const why = 'Reeve blocks all changes to this instance.';
  await eventually(() => expect(rendered.reason('replace')).toBe(why));
  expect(reasonOf(rendered, 'access-tokens.create')).toBe(why);
});

test('each number of the expiry chart lists exactly its tokens, and the chart can be read as a table', async () => {
  const { calls } = await tokens();
  const filters = () =>
    (calls('accessTokens.list') as { query: { filter: object; notReturned: string } }[]).at(-1)?.query;
  const soon = page.getByRole('button', { name: 'Within 7 days 3' });
  await click(soon);
  await expect.element(soon).toHaveAttribute('aria-pressed', 'true');
  expect(filters()).toMatchObject({ filter: { state: 'active', expires_before: dayIn(7) }, notReturned: 'hide' });
  await click(soon);
  await expect.element(soon).toHaveAttribute('aria-pressed', 'false');
  await eventually(() => expect(filters()?.filter).toEqual({}));
  await expect.element(page.getByRole('img', { name: /active tokens expire in the next 26 weeks/ })).toBeVisible();
  await click(page.getByRole('button', { name: 'As a table' }));
  await click(page.getByRole('button', { name: `Week from ${dayIn(0)}: show 3 tokens` }));
  await eventually(() => expect(Object.keys(filters()?.filter ?? {})).toEqual(['expires_after', 'expires_before']));
  await click(page.getByRole('button', { name: 'Not returned 1' }));
  await eventually(() => expect(filters()).toMatchObject({ filter: {}, notReturned: 'only' }));
});
