import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { GROUP_PATHS } from '../../platform/seed/groups.ts';
import type { Member } from '../../platform/world/members.ts';
import { LEVEL } from '../../platform/world/levels.ts';
import { find, goTo, tabTo } from '../by-keyboard.ts';
import { expect, test as base } from '../consoles.ts';
import { startHostHere, type RunningHost } from '../host.ts';
import { ask, enter, file, openTab, path, pinEverything, projectOf } from './pinned.ts';

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

/** Add the data that the questions of the test ask about, and pin everything. */
async function prepare(window: Page, simulator: Platform): Promise<void> {
  const wiki = simulator.world.wikis.of(projectOf(simulator));
  wiki.commit(1, 'test', new Map([...wiki.pages(), [releases.slug, releases]]));
  await ask(simulator, `/groups/${GROUP_PATHS.top}/push_rule`, { commit_message_regex: messagePattern });
  await pinEverything(window);
}

const test = base.extend<{ restarted: RunningHost }>({
  restarted: async ({ window, host, network, simulator, keychain, folder }, use) => {
    await prepare(window, simulator);
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

test('questions about a pinned project are answered by keyboard, after a restart without the network', async ({
  window,
  simulator,
  restarted: _,
}) => {
  const { world } = simulator;
  const project = projectOf(simulator);
  const commits = world.repositories.planned(project)?.commits ?? [];
  const isIn = (row: { project_id: number }) => row.project_id === project.id;
  const deployments = world.deployments.filter(isIn);
  const nameOf = ({ user_id: id }: Member) => world.users.get(id)?.name ?? 'no user';
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
    // Members of the group are members of the project too
    const group = world.groups.lookup(GROUP_PATHS.top);
    const members = world.members.filter(
      ({ source: { kind, id } }) => id === (kind === 'project' ? project.id : group?.id),
    );
    const [least = 0] = world.protectedBranches
      .covering(project, 'main')
      .flatMap(({ push_access_levels: levels }) => levels.map(({ access_level: level }) => level ?? 0));
    const roles = { Owner: LEVEL.owner, Maintainer: LEVEL.maintainer, Developer: LEVEL.developer };
    for (const [role, level] of Object.entries(roles)) {
      const people = members.filter(({ access_level: own }) => own === level);
      expect(people.length, role).toBeGreaterThan(0);
      const title = panel(window).getByRole('heading', { name: role, exact: true });
      await expect(title).toHaveCount(level >= least ? 1 : 0);
      for (const one of people) {
        const name = panel(window).getByText(nameOf(one)).first();
        await (level >= least ? expect(name).toBeVisible() : expect(name).toBeHidden());
      }
    }
  });

  await test.step('which environment has a stuck deployment', async () => {
    const stuck = deployments.filter(({ status }) => status === 'created' || status === 'running');
    const oldest = stuck.toSorted((a, b) => a.created_at - b.created_at)[0];
    await openTab(window, 'Project', 'Deployments');
    await expect(window.getByText(`${stuck.length} deployments`, { exact: true })).toBeVisible();
    const name = environmentOf(oldest?.environment_id ?? 0);
    await enter(window.getByRole('button', { name: new RegExp(`^oldest: .*, ${name}$`) }));
    await expect(panel(window).getByRole('heading', { level: 2, name })).toBeVisible();
    await expect(
      panel(window).getByText(new RegExp(`It has been “${oldest?.status}” for \\d+ days`, 'i')),
    ).toBeVisible();
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
    for (const { iid, title } of mentioned) {
      await expect(window.getByRole('row').filter({ hasText: `${path}#${iid}` })).toContainText(title);
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
      lines: string[];
      commit: { author_name: string; id: string };
    }[];
    await openTab(window, 'Project', 'Code');
    await window.getByLabel('Filter or open a path').fill(file);
    await window.keyboard.press('Enter');
    await enter(window.getByRole('button', { name: 'Blame', exact: true }));
    const code = window.getByRole('textbox', { name: /^Content of / });
    await expect(code).toContainText(chunk?.lines[0] ?? 'no line');
    await tabTo(window, code);
    for (let at = 1; at < 12; at += 1) await window.keyboard.press('ArrowDown');
    const line = window.getByRole('region', { name: 'File' }).locator('footer');
    await expect(line).toContainText('Line 12');
    await expect(line).toContainText(chunk?.commit.author_name ?? 'no blame');
    await expect(line).toContainText(chunk?.commit.id.slice(0, 8) ?? 'no blame');
  });

  await test.step('which webhook fails', async () => {
    await openTab(window, 'Project', 'Integrations');
    const hooks = window.getByRole('listbox', { name: 'Webhooks' });
    const failing = world.webhooks.of(project.id).filter((hook) => world.webhooks.alertStatus(hook) !== 'executable');
    expect(failing.length).toBeGreaterThan(0);
    const alerting = hooks.getByRole('option', { name: /^Failing/ });
    await expect(alerting).toHaveCount(failing.length);
    for (const { name } of failing) await expect(alerting.filter({ hasText: name })).toContainText('Disabled');
  });

  await test.step('when a mirror last succeeded', async () => {
    const mirrors = world.remoteMirrors.of(project.id).map((row) => ({ row, state: world.remoteMirrors.stateOf(row) }));
    const failed = mirrors.find(({ state }) => state.last_error !== null && state.last_successful_update_at !== null);
    await openTab(window, 'Project', 'Integrations', 'Mirrors');
    await find(window, new URL(failed?.row.url ?? '').hostname);
    await window.keyboard.press('Enter');
    await expect(panel(window)).toContainText('Last success');
    await expect(panel(window)).toContainText(day.format(failed?.state.last_successful_update_at ?? 0));
    await expect(panel(window)).toContainText(failed?.state.last_error?.split(': ').at(-1) ?? 'no error');
  });

  await test.step('which projects can reach this one with a job token', async () => {
    await openTab(window, 'Project', 'Access', 'Job token scope');
    const into = window.getByRole('table', { name: /^Into this project/ }).getByRole('row');
    const { projects } = world.jobTokenScopes.of(project);
    const reaching = world.projects.filter((one) => one.id !== project.id && world.jobTokenScopes.lets(one, project));
    expect(reaching.length).toBeGreaterThan(0);
    await expect(into).toHaveCount(reaching.length + 1);
    for (const one of reaching) {
      const [group] = world.projects.groupsOf(one);
      const why = projects.has(one.id)
        ? 'Project entry'
        : `Group ${group === undefined ? '' : world.groups.fullPath(group)}`;
      await expect(into.filter({ hasText: world.projects.fullPath(one) })).toContainText(why);
    }
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
    const tree = window.getByRole('tree', { name: 'Wiki pages' });
    // The search field is shown with the pages
    await expect(tree).toBeVisible();
    await window.keyboard.press('/');
    await window.keyboard.type('releases');
    await expect(tree.getByRole('treeitem')).toHaveCount(1);
    await window.keyboard.press('ArrowDown');
    await expect(tree).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(main(window)).toContainText(releases.content.replaceAll('*', '').trim());
  });

  await test.step('which upload is largest', async () => {
    const own = world.uploads.filter(isIn);
    const largest = own.toSorted((a, b) => b.bytes.length - a.bytes.length)[0];
    await openTab(window, 'Project', 'Integrations', 'Uploads');
    const bytes = window.getByRole('columnheader', { name: 'Bytes' });
    await enter(bytes.getByRole('button').first());
    await expect(bytes).toHaveAttribute('aria-sort', 'ascending');
    await enter(bytes.getByRole('button').first());
    await expect(window.getByRole('row').nth(1)).toContainText(largest?.filename ?? 'no upload');
  });

  await test.step('which runner serves the project', async () => {
    const busy = world.jobs.filter(({ status }) => status === 'running').map(({ id }) => world.runners.ofJob(id)?.id);
    const serving = world.runners.filter(({ id, project_ids: ids }) => ids.includes(project.id) && busy.includes(id));
    expect(serving.length).toBeGreaterThan(0);
    await openTab(window, 'Project', 'Access', 'Runners');
    for (const runner of serving) {
      await find(window, runner.description ?? '');
      const row = window.locator('[role="row"].active');
      await expect(row).toContainText(new RegExp(world.runners.status(runner), 'i'));
      await expect(row).toContainText('Running jobs');
    }
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
    const pins = window.getByRole('table', { name: 'Pinned groups, projects and views' });
    await pins.getByText('Ready', { exact: true }).waitFor();
    await window.getByRole('textbox', { name: 'Filter lists', exact: true }).fill('artifacts');
    const lists = window
      .getByRole('table', { name: 'Lists of all places that are stored on this computer' })
      .getByRole('row');
    // Some jobs made no artifacts, or their artifacts expired
    const artifacts = lists.filter({ hasText: path }).filter({ hasText: 'Artifacts' });
    await expect(artifacts).toContainText(/found on the instance/);
  });
});
