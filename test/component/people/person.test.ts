import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { days, toIso } from '#shared/time.ts';
import { Failure } from '#shared/errors.ts';
import { violations } from '../axe.ts';
import { click } from '../click.ts';
import { fakeList } from '../fake-list.ts';
import { expectDisabled, run } from '../page-rig.ts';
import { sampleConnection, sampleProfile } from '../samples.ts';
import { id, membership, person, showPerson, source } from './person-rig.ts';

const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const region = (name: string) => page.getByRole('region', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const line = (name: string) => region('Memberships').getByRole('row').filter({ hasText: name });
const figures = () => document.querySelector('dl[aria-label="Main facts"]')?.textContent?.replaceAll(/\s+/g, ' ') ?? '';
const offline = { connection: sampleConnection({ state: 'offline' }) };

test('the head and the main facts show only what is true', async () => {
  const row = { is_admin: true, is_auditor: false, two_factor_enabled: false, last_activity_on: null };
  await showPerson({ found: person({ row, memberships: [membership({ access_level: 50 })] }) });
  await expect.element(heading('Mara Lindgren')).toBeVisible();
  const head = document.querySelector('header')?.textContent ?? '';
  expect(head).toMatch(/@mara\.lindgren\s*ID 417\s*Admin/);
  expect(head).not.toMatch(/Auditor|External|Bot/);
  expect(figures()).toMatch(/State Active.*Two-factor Off.*Last activity Never.*Highest level Owner in acme\/core/);
  expect(head).not.toMatch(/Locked|Enterprise user/);
  expect(await violations()).toEqual([]);
});

test('a person without a username has only the ID beside the name', async () => {
  const { username: _, ...row } = person().row;
  await showPerson({ found: { ...person(), row } });
  await expect.element(heading('Mara Lindgren')).toBeVisible();
  expect(document.querySelector('header')?.textContent).not.toContain('@');
});

/** The tags of the signs before the first two main facts. */
const signs = () =>
  [...document.querySelectorAll('dl[aria-label="Main facts"] .value')]
    .slice(0, 2)
    .map((value) => value.querySelector('i, svg')?.tagName.toLowerCase() ?? '');

test('the state has its dot, and missing two-factor authentication its sign', async () => {
  await showPerson({ found: person({ row: { two_factor_enabled: false } }) });
  await expect.poll(signs).toEqual(['i', 'svg']);
});

test('missing two-factor authentication of a bot is no problem', async () => {
  await showPerson({ found: person({ row: { two_factor_enabled: false, bot: true } }) });
  await expect.poll(signs).toEqual(['i', '']);
});

test('a value that no cached row contains is not visible, which is not the same as off, never or no', async () => {
  await showPerson();
  await expect.element(heading('Mara Lindgren')).toBeVisible();
  expect(figures()).toMatch(/Two-factor Not visible In no cached row.*Last activity Not visible.*Latest sign-in Not/);
  expect(figures()).toMatch(/License seat Not visible/);
  expect(figures()).not.toMatch(/Off|Never|No /);
});

test('the last sign-in is the newer one of the current session and the one before', async () => {
  const [current, last] = [toIso(Date.now() - days(2)), toIso(Date.now() - days(5))];
  const ips = { current_sign_in_ip: '192.0.2.2', last_sign_in_ip: '192.0.2.5' };
  await showPerson({ found: person({ row: { ...ips, current_sign_in_at: current, last_sign_in_at: last } }) });
  await expect.poll(figures).toMatch(/Latest sign-in 2d ago .*from 192\.0\.2\.2License/);
});

test('a field from another row than most others names its own source', async () => {
  const found = person({
    sources: [source(), source({ collection: 'members', scope: 'project:7', label: 'acme/core' })],
    row: { two_factor_enabled: true, unconfirmed_email: 'new@acme.example', namespace_id: 90 },
  });
  found.sourceOf['two_factor_enabled'] = 1;
  await showPerson({ found });
  const account = page.getByRole('region', { name: 'Account' });
  await expect.element(account).toMatchTextContent(/Source: Users, 4m ago\. Another source is shown below its value\./);
  await expect.element(account).toMatchTextContent(/Two-factor.*On.*Source: Members of acme\/core, 4m ago\./);
  await expect.element(account).toMatchTextContent(/Unconfirmed email.*new@acme\.example/);
  await expect.element(account).toMatchTextContent(/Namespace.*90/);
  await expect.element(account).toMatchTextContent(/In no cached row.*Commit email.*Created by/);
});

test('if values were left out because the rows are too large, the page says so', async () => {
  await showPerson({ found: person({ isCut: true }) });
  await expect.element(page.getByText(/Long values are shortened or missing here/)).toBeVisible();
});

test('memberships show level, source, expiry and who added the person, and lead to the access to the project', async () => {
  const soon = toIso(Date.now() + days(9)).slice(0, 10);
  const raised = membership({ scope: 'project:8', label: 'acme/web', access_level: 40, direct_access_level: 20 });
  const memberships = [
    membership({ expires_at: soon, addedBy: { id: 12, name: 'Otto Brandt' } }),
    { ...raised, addedBy: { id: 13, name: null } },
    membership({ scope: 'project:9', label: 'acme/old', is_direct: false, notReturnedSince: Date.now() - days(2) }),
  ];
  const groups = [{ scope: 'group:1', label: 'globex', access_level: 50, expires_at: null, projects: 4 }];
  await showPerson({ found: person({ memberships, groups }) });
  await expect.element(line('globex')).toMatchTextContent(/Owner.*Inferred from 4 projects/);
  await expect.element(line('acme/core')).toMatchTextContent(/Developer.*Direct.*Otto Brandt/);
  await expect
    .element(line('acme/core').getByRole('link', { name: 'Otto Brandt' }))
    .toHaveAttribute('href', '#/people/12');
  await expect
    .element(line('acme/core').getByRole('link', { name: 'acme/core' }))
    .toHaveAttribute('href', '#/p/7/access');
  await expect
    .element(line('acme/web'))
    .toMatchTextContent(/Maintainer.*Direct as Reporter, higher through a group.*Person 13/);
  await expect.element(line('acme/old')).toMatchTextContent(/Not returned since/);
  await expect.element(page.getByText('2 projects, 1 group inferred')).toBeVisible();
  await click(page.getByRole('button', { name: /^Direct/ }));
  await expect.element(line('globex')).not.toBeInTheDocument();
  await click(page.getByRole('button', { name: /^Groups/ }));
  await expect.element(line('acme/core')).not.toBeInTheDocument();
  await expect.element(line('globex')).toBeVisible();
});

test('members that were never synced are not shown as no memberships', async () => {
  await showPerson({ found: person({ syncedProjects: 0 }), counts: { never: 5 } });
  await expect.element(page.getByText('Members were never synced.')).toBeVisible();
  await expect.element(page.getByText(/5 projects were never synced/)).toBeVisible();
  expect(figures()).toMatch(/Highest level Never synced/);
});

test('a membership that is no longer returned is not the highest level', async () => {
  const gone = membership({ scope: 'project:8', label: 'acme/old', access_level: 50, notReturnedSince: 1 });
  await showPerson({ found: person({ memberships: [gone, membership()] }) });
  await expect.poll(figures).toMatch(/Highest level Developer in acme\/core/);
});

test('without memberships, the page shows how many projects are synced', async () => {
  await showPerson({ found: person({ syncedProjects: 23 }) });
  await expect.element(page.getByText('No memberships found in 23 synced projects.')).toBeVisible();
  expect(figures()).toMatch(/Highest level None/);
});

test('an ID that no cached row names can be looked up on the instance', async () => {
  const { calls } = await showPerson({ found: null });
  await expect.element(page.getByText('No person with ID 417 is cached.')).toBeVisible();
  await click(button('Look up'));
  await expect.poll(() => calls('users.refresh')).toMatchObject([{ scope: '', id }]);
  await expect.poll(() => calls('people.get').length).toBeGreaterThan(1);
});

test('offline, the page stays, and lookups and changes are disabled with the reason', async () => {
  const keys = fakeList([{ id: 3, user_id: id, title: 'laptop', answer: 'known', kind: 'ssh', user: { id } }]);
  await showPerson({ world: offline, keys, found: person({ keys: 1 }) });
  await expect.element(heading('Mara Lindgren')).toBeVisible();
  await expectDisabled(button('Refresh'), /Requires the network/);
  await expectDisabled(button('Add to project…'), /Requires the network/);
  await expectDisabled(button('Look up again'), /Requires the network/);
});

test('all looked-up keys of a person can be looked up again', async () => {
  const keys = fakeList([
    { id: 3, user_id: id, title: 'laptop', answer: 'known', kind: 'ssh', sha256: 'abc', user: { id } },
  ]);
  const { calls } = await showPerson({ keys, found: person({ keys: 1, deployKeys: 2 }) });
  await expect.element(page.getByText('1 found by lookup, and 2 deploy keys created by this person')).toBeVisible();
  await expect.element(region('SSH keys').getByRole('row').nth(1)).toMatchTextContent(/laptop.*SSH.*Never.*abc/);
  await click(button('Look up again'));
  await expect.poll(() => calls('keys.ids')).toMatchObject([{ query: { filter: { user_id: id } } }]);
});

test('offline, an unknown ID can’t be looked up', async () => {
  await showPerson({ world: offline, found: null });
  await expectDisabled(button('Look up'), /Requires the network/);
});

test('with a read-only profile, no one can be added to a project', async () => {
  await showPerson({ world: { profiles: [sampleProfile({ readOnly: true })] } });
  await expectDisabled(button('Add to project…'), /Reeve blocks all changes/);
  await expect.element(button('Refresh')).toBeEnabled();
});

test('a person that no list returns any more is struck through and dimmed, with the day since when', async () => {
  const gone = source({ notReturnedSince: Date.now() - days(3) });
  await showPerson({ found: person({ sources: [gone] }) });
  await expect.element(page.getByText(/Not returned since|no longer returns/).first()).toBeVisible();
  expect(getComputedStyle(heading('Mara Lindgren').element()).textDecorationLine).toBe('line-through');
  const [value, note] = [...document.querySelectorAll('dl[aria-label="Main facts"] dd')];
  expect(getComputedStyle(value as Element).color).toBe(getComputedStyle(note as Element).color);
  await expectDisabled(button('Add to project…'), /no longer returns this person/);
});

test('the tokens of an account that the API does not list are not shown as none', async () => {
  await showPerson();
  await expect.element(page.getByText('This API doesn’t list the tokens of this account.')).toBeVisible();
});

test('a service account of a group shows its tokens, and gets a new one', async () => {
  const account = source({ collection: 'serviceAccounts', scope: 'group:1', label: 'acme' });
  const expires_at = toIso(Date.now() + days(4)).slice(0, 10);
  const tokens = fakeList(
    [{ id: 5, name: 'deploy', user_id: id, scopes: ['api'], active: true, state: 'active', expires_at }],
    {
      scope: 'group:1',
    },
  );
  const found = person({
    kind: 'service-account',
    sources: [account],
    tokens: { active: 1, count: 1, syncedAt: Date.now() },
  });
  await showPerson({
    found,
    tokens,
    answers: { serviceAccounts: { get: () => null, refresh: () => ({ fetchedAt: 1 }) } },
  });
  await expect.element(region('Access tokens').getByRole('row').nth(1)).toMatchTextContent(/deploy.*Never.*api/);
  await expect.element(button('Create access token…')).toBeVisible();
  await expect.element(page.getByText('Service account', { exact: true })).toBeVisible();
});

test('a service account of the instance can’t get a token here', async () => {
  const account = source({ collection: 'serviceAccounts' });
  await showPerson({ found: person({ kind: 'service-account', sources: [account] }) });
  await expect.element(button('Add to project…')).toBeVisible();
  await expect.element(button('Create access token…')).not.toBeInTheDocument();
});

test('numbers of lists that were never synced are unknown, and commits are counted by email address', async () => {
  const found = person();
  found.work.issues = { count: 9, open: 2, places: 4 };
  found.work.notes = { count: 0, open: null, places: 0 };
  await showPerson({ found });
  await expect.element(region('Open work')).toMatchTextContent(/Issues\s*2 open, 9 in all, in 4 synced lists/);
  await expect.element(region('Open work')).toMatchTextContent(/Notes\s*Never synced/);
  await expect.element(region('Open work')).toMatchTextContent(/Commits\s*No email address is known/);
  const issues = region('Open work').getByRole('link').first();
  expect(issues.element().getAttribute('href')).toContain(`author_id%22%3A${id}`);
});

test('the enterprise record has the actions of the page Enterprise users', async () => {
  await showPerson({
    found: person({ sources: [source(), source({ collection: 'enterpriseUsers', scope: 'group:1' })] }),
  });
  await expect.element(region('Enterprise record')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for the enterprise record' }).click();
  await expect.element(page.getByRole('menuitem', { name: /^Disable 2FA/ })).toBeVisible();
});

test('a page is loaded again after a change of a list of accounts', async () => {
  const { core, calls } = await showPerson();
  await expect.element(heading('Mara Lindgren')).toBeVisible();
  core.emit('enterpriseUsers', 'changed', { revision: 2 });
  await expect.poll(() => calls('people.get').length).toBeGreaterThan(1);
});

test('a failed refresh is shown, and the cached person stays', async () => {
  const refresh = () => Promise.reject(new Failure('denied', 'no'));
  await showPerson({
    found: person({ kind: 'member', sources: [source({ collection: 'members', scope: 'project:7' })] }),
    answers: { users: { get: () => null, refresh } },
  });
  await expect.element(page.getByText(/Only lists of project members contain this person/)).toBeVisible();
  await click(button('Look up'));
  await expect.element(page.getByRole('alert').first()).toMatchTextContent(/Couldn’t refresh this person/);
  await expect.element(heading('Mara Lindgren')).toBeVisible();
});

test('the key of the page opens the form that adds this person, by ID, to a project', async () => {
  const rendered = await showPerson();
  await expect.element(heading('Mara Lindgren')).toBeVisible();
  await run(rendered, 'people.add');
  const dialog = page.getByRole('dialog', { name: 'Add members' });
  await expect.element(dialog.getByText('417', { exact: true })).toBeVisible();
});

test('of many memberships, the first twelve are shown until the others are requested', async () => {
  const memberships = Array.from({ length: 13 }, (_, at) =>
    membership({ scope: `project:${at + 1}`, label: `acme/${at + 10}` }),
  );
  await showPerson({ found: person({ memberships }) });
  await expect.element(line('acme/21')).toBeVisible();
  await expect.element(line('acme/22')).not.toBeInTheDocument();
  await click(button('Show 1 more'));
  await expect.element(line('acme/22')).toBeVisible();
});
