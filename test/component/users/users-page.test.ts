import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, fill } from '../click.ts';
import { eventually } from '../eventually.ts';
import { Failure } from '#shared/errors.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import { exactTime } from '#shared/text/en/moments.ts';
import { minutes } from '#shared/time.ts';
import { sampleConnection, sampleJob } from '../samples.ts';
import { fakeUsers, fakeUsersAnswers } from './fake-users.ts';
import { cell, rig } from './rig.ts';

const status = (text: string) => page.getByRole('status').filter({ hasText: text });

test('typing filters the list by the last typed text', async () => {
  const { table, calls, press } = await rig();
  await table();
  await press('/');
  await press('kwame weber');
  const asked = () => calls('users.list') as { query: { search: string } }[];
  await eventually(() => expect(asked().at(-1)?.query.search).toBe('kwame weber'));
  await eventually(() => expect(cell(0, 'user').textContent).toContain('Kwame Weber'));
  await press('{ArrowDown}');
  expect(document.activeElement?.getAttribute('role')).toBe('grid');
});

test('a late answer to an earlier search is never shown', async () => {
  const held: (() => void)[] = [];
  const { people, table, press } = await rig();
  await table();
  people.gate = (_, { search }) => (search === 'kw' ? new Promise((resolve) => held.push(resolve)) : Promise.resolve());
  await press('/');
  await press('kw');
  await eventually(() => expect(held).toHaveLength(1));
  await press('ame');
  await eventually(() => expect(cell(0, 'user').textContent).toContain('Kwame'));
  const before = document.querySelector('[role="toolbar"] [role="status"]')?.textContent;
  held.forEach((release) => release());
  await new Promise(requestAnimationFrame);
  expect(document.querySelector('[role="toolbar"] [role="status"]')?.textContent).toBe(before);
});

test('filters that exclude each other cannot be combined, and the reason is shown', async () => {
  const { table } = await rig();
  await table();
  await click(page.getByRole('button', { name: 'Filter', exact: true }));
  await click(page.getByRole('checkbox', { name: 'Active', exact: true }));
  await expect.element(page.getByRole('checkbox', { name: 'Blocked' })).toBeDisabled();
  await expect
    .element(page.getByRole('checkbox', { name: 'Blocked' }))
    .toHaveAccessibleDescription('Excluded by “Active”');
  await expect.element(page.getByRole('checkbox', { name: 'Not active' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Filter 1 filter is set' })).toBeVisible();
  await click(page.getByRole('checkbox', { name: 'Active', exact: true }));
  await expect.element(page.getByRole('checkbox', { name: 'Blocked' })).toBeEnabled();
});

test('all filters of the API are offered, and an external UID requires its provider', async () => {
  const { stores, table, calls } = await rig();
  await table();
  await click(page.getByRole('button', { name: 'Filter', exact: true }));
  await expect.element(page.getByLabelText('External UID')).toBeDisabled();
  await fill(page.getByLabelText('Identity provider'), 'saml');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByLabelText('External UID')).toBeEnabled();
  const last = (calls('users.list') as { query: { filter: object } }[]).at(-1);
  expect(last?.query.filter).toEqual({ provider: 'saml' });
  expect(stores.session.isReachable).toBe(true);
});

test('a filter that only the instance can answer is requested once, shows its age, and can be removed', async () => {
  const { table, calls } = await rig({ people: { size: 3_000 } });
  await table();
  await click(page.getByRole('button', { name: 'Filter', exact: true }));
  await click(page.getByRole('checkbox', { name: /^Humans only/ }));
  await expect.element(page.getByRole('button', { name: /Refresh the result: Humans only, updated/ })).toBeVisible();
  expect(calls('users.refreshFilter')).toEqual([{ scope: '', filter: { humans: true } }]);
  await eventually(() => cell(0, 'user'));
  await userEvent.keyboard('{Escape}');
  await click(page.getByRole('button', { name: 'Remove filter: Humans only' }));
  await expect.element(status('3,000 users')).toBeVisible();
});

test('a filter that the instance refuses shows the reason, and can be retried', async () => {
  const people = fakeUsers({ size: 3_000 });
  const answers = fakeUsersAnswers(people);
  let isRefused = true;
  const { table, calls } = await rig({
    people,
    answers: {
      users: {
        ...answers,
        refreshFilter: (input, signal) => {
          if (isRefused) throw new Failure('remote', '502', { status: 502 });
          return answers.refreshFilter?.(input, signal) ?? { fetchedAt: 0 };
        },
      },
    },
  });
  await table();
  await click(page.getByRole('button', { name: 'Filter', exact: true }));
  await click(page.getByRole('checkbox', { name: /^Humans only/ }));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: /Humans only, failed/ })).toBeVisible();
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument();
  expect(calls('users.refreshFilter')).toHaveLength(1);
  isRefused = false;
  await click(page.getByRole('button', { name: 'Retry' }));
  await expect.element(page.getByRole('button', { name: /Humans only, updated/ })).toBeVisible();
  await eventually(() => cell(0, 'user'));
});

test('the email address of a user is copied from any cell, those of several users from the bulk bar', async () => {
  const { table, press, calls } = await rig({ people: { size: 500 } });
  await table();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await userEvent.click(cell(1, 'state'), { button: 'right' });
  await click(page.getByRole('menuitem', { name: 'Copy email' }));
  expect(copied).toHaveBeenCalledWith(expect.stringMatching(/@corp\.example$/));
  await press('{Control>}a{/Control}');
  await click(page.getByRole('button', { name: 'Copy as…' }));
  await click(page.getByRole('menuitem', { name: 'Email addresses' }));
  await eventually(() => expect(calls('users.copy')).toMatchObject([{ format: 'email' }]));
  copied.mockRestore();
});

test('offline, a filter without an answer says so instead of showing no users', async () => {
  const { table, calls } = await rig({ world: { connection: sampleConnection({ state: 'offline' }) } });
  await table();
  await click(page.getByRole('button', { name: 'Filter', exact: true }));
  await click(page.getByRole('checkbox', { name: /^Without projects/ }));
  await expect.element(page.getByText('This filter needs the instance, and its result isn’t cached.')).toBeVisible();
  expect(calls('users.refreshFilter')).toEqual([]);
});

test('without an administrator token, filters and views for administrators are disabled with the reason', async () => {
  const { table } = await rig({ people: { isAdministratorView: false } });
  await table();
  await expect.element(page.getByRole('button', { name: 'Administrators' })).toHaveAttribute('aria-disabled', 'true');
  await click(page.getByRole('button', { name: 'Filter', exact: true }));
  const auditors = page.getByRole('checkbox', { name: 'Auditors' });
  await expect.element(auditors).toBeDisabled();
  await expect.element(auditors).toHaveAccessibleDescription(words.filter.needsAdministrator);
});

test('without an administrator token, empty columns are hidden, and the column menu says why', async () => {
  const { table } = await rig({ people: { isAdministratorView: false } });
  await table();
  await expect.element(page.getByRole('columnheader', { name: /State/ })).toBeVisible();
  expect(page.getByRole('columnheader', { name: /2FA|Last activity|Email/i }).elements()).toEqual([]);
  await click(page.getByRole('button', { name: 'Columns' }));
  await expect.element(page.getByText('Administrator fields aren’t visible to this token.')).toBeVisible();
});

test('the button of the shown view is pressed, and views can be saved and deleted', async () => {
  const { core, table } = await rig({ people: { size: 2_000 } });
  await table();
  await click(page.getByRole('button', { name: 'No 2FA' }));
  await expect.element(page.getByRole('button', { name: 'No 2FA' })).toHaveAttribute('aria-pressed', 'true');
  await eventually(() => expect(cell(0, 'two_factor_enabled').textContent).toContain('Off'));
  await fill(page.getByLabelText('Filter users'), 'weber');
  await click(page.getByRole('button', { name: 'Save view…' }));
  await fill(page.getByLabelText('Name', { exact: true }), 'Webers without 2FA');
  await userEvent.keyboard('{Enter}');
  const own = page.getByRole('button', { name: 'Webers without 2FA', exact: true });
  await expect.element(own).toHaveAttribute('aria-pressed', 'true');
  expect(core.world.views).toMatchObject([{ query: { search: 'weber', filter: { two_factor: 'disabled' } } }]);
  await click(page.getByRole('button', { name: 'View Webers without 2FA' }));
  await click(page.getByRole('menuitem', { name: 'Delete view' }));
  await expect.element(own).not.toBeInTheDocument();
  expect(core.world.views).toEqual([]);
});

test('the panel follows the arrow keys, and requests details only for the row where they stop', async () => {
  const { table, press, calls } = await rig();
  await table();
  await press('j{Enter}');
  await expect
    .element(page.getByRole('heading', { level: 2 }))
    .toHaveTextContent(cell(0, 'user').querySelector('bdi')?.textContent ?? '?');
  await press('jjj');
  const name = cell(3, 'user').querySelector('bdi')?.textContent ?? '?';
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(name);
  const refreshed = (): number[] => (calls('users.refresh') as { id: number }[]).map(({ id }) => id);
  await eventually(() => expect(refreshed().at(-1)).toBe(4));
  expect(refreshed()).not.toContain(2);
});

test('the panel explains fields that the token cannot see, and shows undocumented fields unchanged', async () => {
  const { table, press, show } = await rig({ people: { isAdministratorView: false } });
  await table();
  await press('j{Enter}');
  await expect
    .element(
      page
        .getByRole('complementary')
        .getByText(/requires an administrator’s token/)
        .first(),
    )
    .toBeVisible();
  await show(false);
  const other = await rig();
  await other.table();
  await other.press('j{Enter}');
  await expect.element(page.getByRole('complementary').getByText('plan_colour').last()).toBeVisible();
});

test('the creator of a user is a link to that user', async () => {
  const creator = { id: 9, username: 'root', name: 'Rita Root', state: 'active' };
  const { table, press } = await rig({ people: { over: new Map([[1, { created_by: creator }]]) } });
  await table();
  await press('j{Enter}');
  const panel = page.getByRole('complementary');
  await expect.element(panel.getByRole('heading', { level: 2 })).toBeVisible();
  await click(panel.getByRole('link', { name: 'Rita Root @root' }));
  await expect.element(page.getByRole('complementary', { name: /Okafor|Details of/ })).toBeVisible();
  await expect.element(panel.getByText('9', { exact: true })).toBeVisible();
  expect(location.hash).toBe('#/users/9');
});

test('an email address wraps between its parts and is copied as one text', async () => {
  const { table, press } = await rig();
  await table();
  await press('j{Enter}');
  const broken = (): (string | null)[] =>
    [...document.querySelectorAll('aside bdi:has(wbr)')].map((e) => e.textContent);
  await eventually(() => expect(broken()).toContainEqual(expect.stringMatching(/^\w+@corp\.example$/)));
});

test('a link to an unknown user says so and shows its id', async () => {
  const { table } = await rig({ people: { size: 20 } });
  await table();
  location.hash = '#/users/99999999';
  const panel = page.getByRole('complementary');
  await expect.element(panel.getByRole('heading', { level: 2 })).toHaveTextContent('User 99999999');
  await expect.element(panel.getByText(/This user isn’t in the cache/)).toBeVisible();
});

test('a user that is no longer returned is explained once and included in the counts', async () => {
  const refresh = (): never => {
    throw new Failure('missing', '404', { reason: 'hidden-or-missing' });
  };
  const people = fakeUsers({ size: 300, notReturned: new Set([4, 5]) });
  const { table, press, calls, stores } = await rig({
    people,
    answers: { users: { ...fakeUsersAnswers(people), refresh } },
  });
  await table();
  await click(page.getByRole('button', { name: 'Not returned', exact: true }));
  await expect.element(status('2 users')).toBeVisible();
  await expect.poll(() => stores.statusLine.rows).toMatchObject({ shown: 2, total: 302 });
  await table();
  await press('j{Enter}');
  await expect.element(page.getByText(/^Not returned since .*: a full sync/)).toBeVisible();
  await eventually(() => expect(calls('users.refresh')).toHaveLength(1));
  await expect.element(page.getByRole('button', { name: 'Refresh' })).not.toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText(/Couldn’t refresh/)).not.toBeInTheDocument();
});

test('the menu of a row copies its cell', async () => {
  const { table } = await rig();
  await table();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await userEvent.click(cell(10, 'state'), { button: 'right' });
  await click(page.getByRole('menuitem', { name: 'Copy State' }));
  expect(copied).toHaveBeenCalledWith('active');
  await expect.element(page.getByText('State copied')).toBeVisible();
  copied.mockRestore();
});

test('copying a selection reports how many rows were left out', async () => {
  const { table, press, calls } = await rig({ people: { size: 100_000 } });
  await table();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await press('{Control>}a{/Control}');
  await click(page.getByRole('button', { name: /^Select all/ }));
  await click(page.getByRole('button', { name: 'Copy as…' }));
  await click(page.getByRole('menuitem', { name: 'IDs' }));
  await expect.element(page.getByText(/5,000 rows copied, 95,000 left out/)).toBeVisible();
  expect(calls('users.copy')).toMatchObject([{ format: 'id', selection: { kind: 'all', except: [] } }]);
  expect(copied).toHaveBeenCalledOnce();
  copied.mockRestore();
});

test('after an export, a message shows the path of the file and opens its folder', async () => {
  const { table, calls } = await rig({ people: { size: 500 } });
  await table();
  await click(page.getByRole('button', { name: 'Export…' }));
  await expect.element(page.getByText(/^The file isn’t encrypted/)).toBeVisible();
  await click(page.getByRole('checkbox', { name: 'State' }));
  await click(page.getByRole('button', { name: 'Export', exact: true }));
  await expect.element(page.getByText('/home/rt/Downloads/users-2026-11-20.csv')).toBeVisible();
  expect(calls('users.export')).toMatchObject([{ columns: expect.not.arrayContaining(['state']) as string[] }]);
  await click(page.getByRole('button', { name: 'Show file' }));
  await eventually(() => expect(calls('host.showFile')).toEqual([{ path: '/home/rt/Downloads/users-2026-11-20.csv' }]));
});

test('an empty cache offers to sync the users, and a running sync shows its rows and progress', async () => {
  const { people, core } = await rig({ people: fakeUsers({ size: 0 }) });
  await click(page.getByRole('main').getByRole('button', { name: 'Sync users' }).last());
  core.world.jobs = [sampleJob({ rows: 12_000 })];
  core.emit('jobs', 'changed', { jobs: core.world.jobs, removed: [] });
  await expect.element(page.getByText('Syncing users: 12,000 of about 100,000')).toBeVisible();
  people.size = 12_000;
  people.revision = 2;
  core.emit('users', 'changed', { revision: 2 });
  await eventually(() => cell(0, 'user'));
});

test('a token that may not list users shows its own screen instead of an error', async () => {
  const failure = { code: 'denied', reason: 'scope', message: '403' };
  await rig({ people: { size: 0 }, world: { jobs: [sampleJob({ state: 'failed', failure })] } });
  await expect.element(page.getByText(/^The token lacks the required scope on /)).toBeVisible();
});

test('failed and running jobs of another instance are not shown', async () => {
  const failure = { code: 'denied', reason: 'scope', message: '403' };
  const elsewhere = [
    sampleJob({ id: 'j2', profileId: 'p2' }),
    sampleJob({ id: 'j1', profileId: 'p2', state: 'failed', failure }),
  ];
  const { calls } = await rig({ people: { size: 0 }, world: { jobs: elsewhere } });
  await click(page.getByRole('main').getByRole('button', { name: 'Sync users' }).last());
  expect(calls('jobs.sync')).toHaveLength(1);
  await expect.element(page.getByText(/^The token lacks the required scope/)).not.toBeInTheDocument();
});

test('offline, cached rows stay and a notice is shown', async () => {
  const { table, press } = await rig({
    world: { connection: sampleConnection({ state: 'offline', reason: 'name-not-found' }) },
  });
  await table();
  await expect.element(page.getByText(/^Offline: showing users synced/)).toBeVisible();
  await press('j{Enter}');
  for (const name of ['Refresh', 'Open in browser']) {
    await expect.element(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  }
});

test('an empty view of users that are no longer returned says that there are none', async () => {
  const { table } = await rig({ people: { size: 300 } });
  await table();
  await click(page.getByRole('button', { name: 'Not returned', exact: true }));
  await expect.element(page.getByText('No users are marked as not returned.')).toBeVisible();
  await click(page.getByRole('button', { name: 'Show all users' }));
  await expect.element(status('300 users')).toBeVisible();
});

test('a layout that could not be saved is reported once, and applies in this window', async () => {
  const setPreferences = (): never => {
    throw new Failure('bug', 'no room');
  };
  const { table } = await rig({ answers: { host: { setPreferences } } });
  await table();
  for (const column of ['2FA', 'Cached']) {
    await click(page.getByRole('button', { name: 'Columns' }));
    await click(page.getByRole('menuitemcheckbox', { name: column, exact: true }));
    await userEvent.keyboard('{Escape}');
  }
  await expect.element(page.getByText(/Couldn’t save the columns/)).toBeVisible();
  expect(page.getByText(/Couldn’t save the columns/).elements()).toHaveLength(1);
  expect(document.querySelector('[data-head="two_factor_enabled"]')).toBeNull();
});

test('a sync that waits after an error says which one, and can be retried now', async () => {
  const resumeAt = Date.now() + minutes(5);
  const failure = { code: 'remote' as const, message: 'x', status: 500 };
  const { calls, table } = await rig({ world: { jobs: [sampleJob({ state: 'waiting', resumeAt, failure })] } });
  await table();
  const text = `Sync of users: The instance answers 500. Next try at ${exactTime(resumeAt)}.`;
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
  await click(page.getByRole('button', { name: 'Retry now' }).first());
  await eventually(() => expect(calls('jobs.again')).toEqual([{ id: 'j1' }]));
});

test('a list without matches differs from an empty list, and offers to clear the filters', async () => {
  const { table, press } = await rig({ people: { size: 300 } });
  await table();
  await press('/');
  await press('zzzz');
  await expect.element(page.getByText('No users match these filters.')).toBeVisible();
  await click(page.getByRole('button', { name: 'Clear search and filters' }));
  await expect.element(status('300 users')).toBeVisible();
});
