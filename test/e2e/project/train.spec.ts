import type { Locator, Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { chooseScope, expectClean, find, goTo } from '../by-keyboard.ts';
import { expect, test as base } from '../consoles.ts';
import { startHostHere, type RunningHost } from '../host.ts';

const path = PROJECT_PATHS.private;
const file = 'data/stations.csv';

/** The rule that most commits of the project break. */
const messagePattern = '^Stations';
const releases = {
  slug: 'releases',
  format: 'markdown' as const,
  content: 'Releases leave every second **Tuesday**.\n',
};

const main = (window: Page) => window.getByRole('main');
const panel = (window: Page) => window.getByRole('complementary');
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

function projectOf({ world }: Platform) {
  const project = world.projects.lookup(path);
  if (project === undefined) throw new Error('no project');
  return project;
}

/** What the platform answers to a request that Reeve does not send. */
async function ask(simulator: Platform, what: string, body?: object): Promise<unknown> {
  const headers = { 'PRIVATE-TOKEN': simulator.tokens.owner, 'Content-Type': 'application/json' };
  const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${simulator.url}/api/v4${what}`, init);
  expect(answer.ok, what).toBe(true);
  return answer.json();
}

/** The headings of tabs and parts that are not the same as their title. */
const headings: Readonly<Record<string, string>> = {
  Summary: 'Core',
  Code: 'Files',
  Integrations: 'Webhooks',
  Mirrors: 'Remote mirrors',
  Exports: 'Dependency exports',
  Access: 'Members',
  Notifications: 'Notification settings',
  Releases: 'Group releases',
  'Push rule': 'Push rules',
};

/** Use a control with the keyboard. */
async function enter(control: Locator, key = 'Enter'): Promise<void> {
  await control.focus();
  await control.press(key);
}

/** Open a tab of the project or of its group with the palette, and a part of it by its link. */
async function openTab(window: Page, kind: 'Project' | 'Group', tab: string, part?: string): Promise<void> {
  const shown = (name: string) => expect(window.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await goTo(window, `${kind}: ${tab}`);
  await shown(headings[tab] ?? tab);
  if (part === undefined) return;
  await enter(window.getByRole('navigation', { name: tab }).getByRole('link', { name: part, exact: true }));
  await shown(headings[part] ?? part);
}

const test = base.extend<{ restarted: RunningHost }>({
  restarted: async ({ window, host, network, simulator, keychain, folder }, use) => {
    await pinEverything(window, simulator);
    network.cut();
    // The browser reports a connection that is refused while no host runs
    await window.goto('about:blank');
    expect(await host.stop()).toBe(0);
    const demo = { url: network.url, tokens: { admin: simulator.tokens.admin } };
    const again = await startHostHere({ keychain, folder, demo });
    await window.goto(again.url);
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(window.getByRole('button', { name: `Project: ${path}` })).toBeVisible();
    await expect(window.getByRole('contentinfo')).toContainText(/offline/i);
    await use(again);
    await window.goto('about:blank');
    expect(await again.stop()).toBe(0);
  },
});

/** Pin everything at all depths. */
async function pinEverything(window: Page, simulator: Platform): Promise<void> {
  const wiki = simulator.world.wikis.of(projectOf(simulator));
  wiki.commit(1, 'test', new Map([...wiki.pages(), [releases.slug, releases]]));
  await ask(simulator, `/groups/${GROUP_PATHS.top}/push_rule`, { commit_message_regex: messagePattern });
  await chooseScope(window, 'group', GROUP_PATHS.top);
  await chooseScope(window, 'group', GROUP_PATHS.sub);
  await chooseScope(window, 'project', path);
  await openTab(window, 'Project', 'Code');
  await window.getByLabel('Filter or open a path').fill(file);
  await window.keyboard.press('Enter');
  await expect(window.getByRole('treeitem', { name: /^stations\.csv/ })).toBeVisible();

  await goTo(window, 'Make everything available offline');
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByText('Total: about')).toBeVisible();
  await enter(dialog.getByRole('checkbox', { name: 'Files' }), 'Space');
  await expect(dialog.getByRole('checkbox', { name: 'Files' })).toBeChecked();
  await window.keyboard.press('Enter');
  const pins = window.getByRole('table', { name: 'Pinned groups, projects and views' });
  await expect(pins.getByText('Ready', { exact: true })).toBeVisible();
}

test('questions about a pinned project are answered by keyboard, after a restart without the network', async ({
  window,
  simulator,
  restarted: _,
}) => {
  const { world } = simulator;
  const project = projectOf(simulator);
  const commits = world.repositories.planned(project)?.commits ?? [];
  const deployments = world.deployments.filter(({ project_id: id }) => id === project.id);
  const environmentOf = (id: number) => world.environments.get(id)?.name ?? '';

  await test.step('what is deployed in production, and since when', async () => {
    const succeeded = deployments.filter(
      ({ environment_id: id, status }) => environmentOf(id) === 'production' && status === 'success',
    );
    const newest = succeeded.toSorted((a, b) => (b.finished_at ?? 0) - (a.finished_at ?? 0))[0];
    await openTab(window, 'Project', 'Deployments');
    await enter(window.getByRole('rowheader', { name: 'production' }));
    await enter(window.getByRole('button', { name: `Deployed: ${newest?.ref} (${newest?.sha.slice(0, 8)})` }));
    await expect(panel(window).getByRole('heading', { level: 2, name: 'production' })).toBeVisible();
    await expect(panel(window)).toContainText(newest?.sha ?? 'no deployment');
    await expect(panel(window)).toContainText(day.format(newest?.finished_at ?? 0));
  });

  await test.step('who may push to main: inferred, and marked as inferred', async () => {
    await openTab(window, 'Project', 'Code', 'Branches');
    await find(window, 'main');
    await window.keyboard.press('Enter');
    await expect(panel(window).getByText('Who may push (inferred)')).toBeVisible();
    await expect(panel(window).getByText(/people with at least the Maintainer role may push/)).toBeVisible();
    for (const role of ['Owner', 'Maintainer']) {
      await expect(panel(window).getByRole('heading', { name: role, exact: true })).toBeVisible();
      await expect(panel(window).getByText(`${role} of the Cast`).first()).toBeVisible();
    }
    await expect(panel(window).getByRole('heading', { name: 'Developer', exact: true })).toHaveCount(0);
  });

  await test.step('which environment has a stuck deployment', async () => {
    const stuck = deployments.filter(({ status }) => status === 'created' || status === 'running');
    const oldest = stuck.toSorted((a, b) => a.created_at - b.created_at)[0];
    await openTab(window, 'Project', 'Deployments');
    await expect(window.getByText(`${stuck.length} deployments`, { exact: true })).toBeVisible();
    const name = environmentOf(oldest?.environment_id ?? 0);
    await enter(window.getByRole('button', { name: new RegExp(`^oldest .* ago, ${name}$`) }));
    await expect(panel(window).getByRole('heading', { level: 2, name })).toBeVisible();
    await expect(panel(window).getByText(/It has been “Created” for \d+ days/)).toBeVisible();
  });

  await test.step('which issue mentions “timeout”', async () => {
    const mentioned = world.issues.filter(
      ({ project_id: id, title, description }) => id === project.id && /timeout/i.test(`${title} ${description ?? ''}`),
    );
    expect(mentioned.length).toBeGreaterThan(0);
    await openTab(window, 'Project', 'Issues');
    await window.keyboard.press('/');
    await window.keyboard.type('timeout');
    await expect(window.getByRole('toolbar').getByText(`${mentioned.length} issues`)).toBeVisible();
    for (const { iid } of mentioned) {
      await expect(window.getByRole('row').filter({ hasText: `${path}#${iid}` })).toContainText('Timeout');
    }
    await window.keyboard.press('ControlOrMeta+k');
    await window.keyboard.type('timeout');
    const found = window.getByRole('option').filter({ hasText: `${path}#${mentioned[0]?.iid}` });
    await expect(found).toContainText(mentioned[0]?.title ?? 'no issue');
    await window.keyboard.press('Escape');
    await expect(window.getByRole('dialog')).toBeHidden();
  });

  await test.step('what the newest commit on main changed, in numbers', async () => {
    const newest = commits.find(({ id }) => id === world.repositories.planned(project)?.branches.get('main'));
    const stats = (await world.repositories.of(project).stats([newest?.id ?? ''])).get(newest?.id ?? '');
    await openTab(window, 'Project', 'Code', 'Commits');
    const first = window.getByRole('grid').getByRole('row').nth(1);
    await expect(first).toContainText(newest?.id.slice(0, 8) ?? 'no commit');
    await expect(first).toContainText(`+${stats?.additions}`);
    await expect(first).toContainText(`−${stats?.deletions}`);
  });

  await test.step('who wrote line 12 of a known file', async () => {
    const blamed = `/projects/${project.id}/repository/files/${encodeURIComponent(file)}/blame`;
    const [chunk] = (await ask(simulator, `${blamed}?ref=main&range[start]=12&range[end]=12`)) as {
      commit: { author_name: string; id: string };
    }[];
    await openTab(window, 'Project', 'Code');
    await window.getByLabel('Filter or open a path').fill(file);
    await window.keyboard.press('Enter');
    await enter(window.getByRole('button', { name: 'Blame', exact: true }));
    const code = window.getByRole('textbox', { name: /^Content of / });
    await expect(code).toContainText('id,name,height_m');
    await enter(window.getByRole('button', { name: 'Show file details' }), 'Tab');
    await expect(code).toBeFocused();
    for (let at = 1; at < 12; at += 1) await window.keyboard.press('ArrowDown');
    const line = window.getByRole('region', { name: 'File' }).locator('footer');
    await expect(line).toContainText('Line 12');
    await expect(line).toContainText(chunk?.commit.author_name ?? 'no blame');
    await expect(line).toContainText(chunk?.commit.id.slice(0, 8) ?? 'no blame');
  });

  await test.step('which webhook fails', async () => {
    await openTab(window, 'Project', 'Integrations');
    const hooks = window.getByRole('listbox', { name: 'Webhooks' });
    await expect(hooks.getByRole('option', { name: /^Alerting/ })).toHaveCount(1);
    await expect(hooks.getByRole('option', { name: /^Alerting/ })).toHaveText(/Chat.*Disabled/s);
  });

  await test.step('when a mirror last succeeded', async () => {
    const mirror = world.remoteMirrors.filter(({ url }) => url.includes('mirror.example/core'))[0];
    const success = mirror?.updates.findLast(({ error }) => error === null);
    await openTab(window, 'Project', 'Integrations', 'Mirrors');
    await find(window, 'mirror.example');
    await window.keyboard.press('Enter');
    await expect(panel(window)).toContainText('Last success');
    await expect(panel(window)).toContainText(day.format(success?.endsAt ?? 0));
    await expect(panel(window)).toContainText('Permission denied (publickey).');
  });

  await test.step('which projects can reach this one with a job token', async () => {
    await openTab(window, 'Project', 'Access', 'Job token scope');
    const into = window.getByRole('table', { name: /^Into this project/ }).getByRole('row');
    await expect(into).toHaveCount(3);
    await expect(into.filter({ hasText: PROJECT_PATHS.sub })).toContainText(`Group ${GROUP_PATHS.sub}`);
    await expect(into.filter({ hasText: PROJECT_PATHS.public })).toContainText('Project entry');
  });

  await test.step('who is a member, directly or inherited, and until when', async () => {
    const inCore = world.members.all().filter(({ source }) => source.kind === 'project' && source.id === project.id);
    const leaving = inCore.find(({ expires_at: at }) => at !== null);
    const direct = new Set(inCore.map(({ user_id: id }) => id));
    const group = world.groups.lookup(GROUP_PATHS.top)?.id;
    const inherited = world.members
      .all()
      .find(({ source, user_id: id }) => source.kind === 'group' && source.id === group && !direct.has(id));
    await openTab(window, 'Project', 'Access', 'Members');
    await find(window, world.users.get(inherited?.user_id ?? 0)?.username ?? '');
    await expect(window.locator('[role="row"].active')).toContainText('Inherited or invited');
    await find(window, world.users.get(leaving?.user_id ?? 0)?.username ?? '');
    await expect(window.locator('[role="row"].active')).toContainText('Direct');
    await window.keyboard.press('Enter');
    await expect(panel(window)).toContainText(new Date(leaving?.expires_at ?? 0).toISOString().slice(0, 10));
  });

  await test.step('what the wiki says about releases', async () => {
    await openTab(window, 'Project', 'Wiki');
    await window.keyboard.press('/');
    await window.keyboard.type('releases');
    const tree = window.getByRole('tree', { name: 'Wiki pages' });
    await expect(tree.getByRole('treeitem')).toHaveCount(1);
    await window.keyboard.press('ArrowDown');
    await expect(tree).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(main(window)).toContainText('Releases leave every second Tuesday.');
  });

  await test.step('which upload is largest', async () => {
    const own = world.uploads.filter(({ project_id: id }) => id === project.id);
    const largest = own.toSorted((a, b) => b.bytes.length - a.bytes.length)[0];
    await openTab(window, 'Project', 'Integrations', 'Uploads');
    const bytes = window.getByRole('columnheader', { name: 'Bytes' });
    await enter(bytes.getByRole('button').first());
    await expect(bytes).toHaveAttribute('aria-sort', 'ascending');
    await enter(bytes.getByRole('button').first());
    await expect(window.getByRole('row').nth(1)).toContainText(largest?.filename ?? 'no upload');
  });

  await test.step('which runner serves the project', async () => {
    await openTab(window, 'Project', 'Access', 'Runners');
    await find(window, 'core and website');
    const row = window.locator('[role="row"].active');
    await expect(row).toContainText('Online');
    await expect(row).toContainText('Running jobs');
  });

  await test.step('what a push rule would refuse', async () => {
    const refused = commits.filter(({ message }) => !new RegExp(messagePattern).test(message)).length;
    await goTo(window, 'Push rules');
    await expect(window.getByRole('textbox', { name: 'Messages must match' })).toHaveValue(messagePattern);
    await enter(window.getByRole('tab', { name: 'Rule' }), 'ArrowRight');
    await enter(window.getByRole('tab', { name: 'By project' }));
    await expect(window.getByRole('row').filter({ hasText: path }).first()).toContainText(`${refused}`);
  });

  await test.step('what is missing for reading this on a train', async () => {
    await goTo(window, 'Coverage');
    await window.getByLabel('State', { exact: true }).click();
    await window.getByRole('option', { name: /^Never synced/ }).click();
    const lists = window
      .getByRole('table', { name: 'Lists of all places that are stored on this computer' })
      .getByRole('row');
    await expect(lists.filter({ hasText: path }).filter({ hasText: 'Context commits' })).toContainText('Never synced');
    // A pin leaves out notes and context commits of rows without a change in the last 90 days, and unselected artifacts
    await expect(lists.filter({ hasNotText: /Notes|Context commits|Artifacts/ })).toHaveCount(1);
    await expectClean(window, 'train-coverage');
  });
});

/** The tabs of a project with the first words of what each shows here, and the parts of tabs that have some. */
const projectPages: Readonly<Record<string, string | RegExp>> = {
  summary: /^Newest deployment per environment$/,
  'code/files': /^[1-9]\d* of \d+ files stored on this computer$/,
  'code/branches': /^[1-9]\d* branches$/,
  'code/commits': /^[1-9]\d* commits$/,
  'code/submodules': 'vendor/shared',
  issues: /^[1-9]\d* issues$/,
  'merge-requests': /^[1-9]\d* merge requests$/,
  deployments: /^[1-9]\d* deployments$/,
  wiki: /^home$/,
  snippets: /^[1-9]\d* snippets?$/,
  'integrations/webhooks': /^Release board$/,
  'integrations/mirrors': /^[1-9]\d* mirrors$/,
  'integrations/uploads': /^[1-9]\d* uploads$/,
  'integrations/exports': 'No exports yet.',
  'access/members': /^[1-9]\d* members$/,
  'access/job-token': 'Allowlist on',
  'access/runners': /^[1-9]\d* runners$/,
  'access/notifications': /^Participating, inherited from/,
};
const groupPages: Readonly<Record<string, string | RegExp>> = {
  summary: /^Coverage$/,
  issues: /^[1-9]\d* issues$/,
  'merge-requests': /^[1-9]\d* merge requests$/,
  releases: /^[1-9]\d* releases$/,
  'push-rule': /^Messages must match$/,
  'service-accounts': /^[1-9]\d* service accounts$/,
  'access-tokens': /^[1-9]\d* access tokens$/,
  'enterprise-users': /^[1-9]\d* enterprise users$/,
  'ssh-certificates': /^[1-9]\d* SSH certificates$/,
  runners: /^[1-9]\d* runners$/,
  'dependency-exports': 'No exports yet.',
  notifications: /^Participating, inherited from/,
};

/** What pages say of something that the pin does not contain. */
const missing: Readonly<Record<string, string>> = {
  'p/1/code/files/no/such.ts?ref=main': 'Not stored on this computer',
  'p/1/code/files/README.md?ref=stable': 'Not stored on this computer',
  'p/1/code/commits/stable': 'No commits of stable of project acme/core synced yet.',
  'p/1/issues/1': 'The notes have never been synced.',
  'p/1/issues/9999': 'This issue isn’t stored on this computer.',
  'p/1/merge-requests/1': 'The notes have never been synced.',
  'p/1/deployments/jobs/3': 'The artifacts of this job have never been synced.',
  'p/1/wiki/nowhere': 'This page isn’t in the synced wiki',
  'p/1/snippets/9999': 'This snippet isn’t synced yet',
  'g/acme%2Fplatform/enterprise-users': 'Subgroups have no enterprise users.',
};

test('every tab of a pinned project and of its group is complete without the network, or says what is missing', async ({
  window,
  restarted: _,
}) => {
  const busy = main(window).locator('[aria-busy="true"], [role="progressbar"], [role="status"][aria-label^="Loading"]');
  const pages = [
    ...Object.entries(projectPages).map(([tab, text]) => [`p/${encodeURIComponent(path)}/${tab}`, text] as const),
    ...Object.entries(groupPages).map(([tab, text]) => [`g/${GROUP_PATHS.top}/${tab}`, text] as const),
    ...Object.entries(missing),
  ];
  for (const [address, text] of pages) {
    await test.step(address, async () => {
      await window.evaluate((to) => (location.hash = `#/${to}`), address);
      await expect.soft(main(window).getByText(text).first(), address).toBeVisible();
      await expect.soft(busy, address).toHaveCount(0);
    });
  }
  await window.evaluate(() => (location.hash = '#/p/1/access/runners/19'));
  await expect(panel(window).getByText('Jobs aren’t cached, so they aren’t available offline.')).toBeVisible();
});
