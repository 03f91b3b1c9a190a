import type { Locator, Page } from '@playwright/test';
import type { Platform } from '../platform/platform.ts';
import { GROUP_PATHS } from '../platform/seed/groups.ts';
import { chooseAllGroups, chooseScope, find, goOffline, goTo, press, pressTogether, tabTo } from './by-keyboard.ts';
import { expect, test } from './consoles.ts';
import { axeFindings } from './fixtures.ts';
import { expectInReach, faultsOfLayout, outOfReach } from './layout.ts';
import { ask, file, path, pinEverything, projectOf, withCount } from './project/pinned.ts';

/** A screen of 1440×900 at 200 % zoom. */
const small = { width: 720, height: 450 };
/** Wide, so that all parts of a page are visible side by side. Low, so that lists render few rows. */
const wide = { width: 1280, height: 450 };

/** A page, how it is reached by keyboard, and what it shows. The pages are visited in order. */
interface Visit {
  /** The project or group that is chosen first. */
  scope?: (window: Page) => Promise<void>;
  /** The command of the palette that opens the page; without one, it is reached from the page before. */
  command?: string;
  /** The link of the page before that opens this page. */
  link?: string;
  /** Filter the list before by this text, and open the first row. */
  row?: string;
  keys?: (window: Page) => Promise<void>;
  /** A button of the page that syncs what the pin does not contain. */
  sync?: string | RegExp;
  heading: string;
  /** It is shown in the side panel, which covers the page in a small window. */
  isPanel?: boolean;
  /** A text of the content. */
  shows: string | RegExp;
}

const heading = (window: Page) => window.getByRole('heading', { level: 1 });
const content = (window: Page, { shows }: Visit): Locator =>
  window.locator('#main, [role="complementary"], aside').getByText(shows).first();
const busy = (window: Page): Locator =>
  window.getByRole('main').locator('[aria-busy="true"], [role="progressbar"], [role="status"][aria-label^="Loading"]');
const nameOf = ({ command, link, row, heading: title }: Visit): string => String(command ?? link ?? row ?? title);
/** Pages of one kind have the same components and restore their address with the same code, in any scope. */
const kindOf = ({ heading: title, shows }: Visit): string => `${title} ${String(shows)}`;
const some = (rows: string): RegExp => new RegExp(`^[1-9]\\d* ${rows}$`);

function pagesOfProject(simulator: Platform): Visit[] {
  const { world } = simulator;
  const { id } = projectOf(simulator);
  const isIn = (row: { project_id: number }): boolean => row.project_id === id;
  const newest = <Row extends { updated_at: number }>(rows: readonly Row[]): Row | undefined =>
    rows.toSorted((a, b) => b.updated_at - a.updated_at)[0];
  const issue = newest(world.issues.filter((row) => isIn(row) && world.notes.on('Issue', row.id).length > 0));
  const request = newest(
    world.mergeRequests.filter((row) => isIn(row) && world.notes.on('MergeRequest', row.id).length > 0),
  );
  const [job] = world.jobs.filter(({ artifacts }) => artifacts?.files.has('build.json') === true);
  const deployment = newest(world.deployments.filter(isIn));
  if (!issue || !request || !job || !deployment) throw new Error('the seed lacks a kind of row');
  issue.title = 'The newest issue with notes';
  request.title = 'The newest merge request with notes';
  Object.assign(deployment, { job_id: job.id, ref: 'with-artifacts' });
  return [
    {
      scope: (window) => chooseScope(window, 'project', path),
      ...{ command: 'Project: Summary', heading: 'Core' },
      shows: 'Newest deployment per environment',
    },
    { command: 'Project: Code', heading: 'Files', shows: /^[1-9]\d* of \d+ files stored on this computer$/ },
    { keys: openFile, heading: 'Files', shows: 'id,name,height_m' },
    { link: 'Branches', heading: 'Branches', shows: some('branches') },
    { link: 'Commits', heading: 'Commits', shows: some('commits') },
    { link: 'Submodules', heading: 'Submodules', shows: 'vendor/shared' },
    { command: 'Project: Issues', heading: 'Issues', shows: some('issues') },
    { row: issue.title, heading: issue.title, shows: /^All [1-9]\d*$/ },
    { command: 'Project: Merge requests', heading: 'Merge requests', shows: some('merge requests') },
    { row: request.title, heading: request.title, shows: /^All [1-9]\d*$/ },
    { command: 'Project: Deployments', heading: 'Deployments', shows: some('deployments') },
    { keys: (window) => press(window, 'List'), heading: 'Deployments', shows: 'with-artifacts' },
    { row: 'with-artifacts', heading: 'Deployments', shows: /^Artifacts$/, isPanel: true },
    {
      ...{ link: 'Open artifacts', sync: 'Sync the files' },
      ...{ heading: `Artifacts of job ${job.id}`, shows: /^\d+ files, / },
    },
    { command: 'Project: Wiki', heading: 'Wiki', shows: /^Welcome$/ },
    { keys: openLastWikiPage, heading: 'Wiki', shows: /\* Notes/ },
    { command: 'Project: Snippets', heading: 'Snippets', shows: some('snippets?') },
    { row: 'For the team', heading: 'For the team', shows: 'echo "hello & <goodbye>"' },
    { command: 'Project: Integrations', heading: 'Webhooks', shows: /^Release board$/ },
    { link: 'Mirrors', heading: 'Remote mirrors', shows: some('mirrors') },
    { link: 'Uploads', heading: 'Uploads', shows: some('uploads') },
    { link: 'Exports', heading: 'Dependency exports', shows: 'No exports yet.' },
    { command: 'Project: Access', heading: 'Members', shows: some('members') },
    { link: 'Job token scope', heading: 'Job token scope', shows: 'Allowlist on' },
    { link: 'Runners', heading: 'Runners', shows: some('runners') },
    { link: 'Notifications', heading: 'Notification settings', shows: /^Participating, inherited from/ },
  ];
}

function pagesOfGroup({ world }: Platform): Visit[] {
  const [certificate] = world.sshCertificates.all();
  return [
    {
      scope: (window) => chooseScope(window, 'group', GROUP_PATHS.top),
      ...{ command: 'Group: Home', heading: 'acme', shows: some('known') },
    },
    { command: 'Group: Issues', heading: 'Issues', shows: some('issues') },
    { command: 'Group: Merge requests', heading: 'Merge requests', shows: some('merge requests') },
    { command: 'Group: Releases', heading: 'Group releases', shows: some('releases') },
    { command: 'Group: Push rule', heading: 'Push rules', shows: /^Messages must match$/ },
    { command: 'Group: Service accounts', heading: 'Service accounts', shows: some('service accounts') },
    { command: 'Group: Access tokens', heading: 'Access tokens', shows: some('access tokens') },
    { command: 'Group: Enterprise users', heading: 'Enterprise users', shows: some('enterprise users') },
    { command: 'Group: SSH certificates', heading: 'SSH certificates', shows: some('SSH certificates') },
    {
      row: certificate?.title ?? '',
      heading: 'SSH certificates',
      shows: certificate?.key.split(' ')[1] ?? '',
      isPanel: true,
    },
    { command: 'Group: Runners', heading: 'Runners', shows: some('runners') },
    { command: 'Group: Dependency exports', heading: 'Dependency exports', shows: 'No exports yet.' },
    { command: 'Group: Notifications', heading: 'Notification settings', shows: /^Participating, inherited from/ },
  ];
}

/** Pages of the whole instance, which a pin of groups and projects does not contain. */
function pagesOfInstance(): Visit[] {
  const sync = /^Sync /;
  return [
    { scope: chooseAllGroups, command: 'Issues', sync, heading: 'Issues', shows: some('issues') },
    { command: 'Merge requests', sync, heading: 'Merge requests', shows: some('merge requests') },
    { command: 'Snippets', sync, heading: 'Personal snippets', shows: some('snippets') },
    { row: 'Secret notes', heading: 'Secret notes', shows: '日本語 🎉' },
    { link: 'Ines Moreau', heading: 'Ines Moreau', shows: 'Memberships' },
    { command: 'Notification settings', heading: 'Notification settings', shows: /^Participating/ },
    { command: 'Job tokens', heading: 'Job tokens', shows: some('projects') },
    { command: 'Coverage', heading: 'Coverage', shows: /^All known groups and projects$/ },
  ];
}

async function openFile(window: Page): Promise<void> {
  await window.keyboard.press('/');
  await window.keyboard.insertText(file);
  await window.keyboard.press('Enter');
}

async function openLastWikiPage(window: Page): Promise<void> {
  const showTree = window.getByRole('button', { name: 'Pages', exact: true });
  if (await showTree.isVisible()) await press(window, 'Pages');
  await tabTo(window, window.getByRole('tree', { name: 'Wiki pages' }));
  await pressTogether(window, 'End', 'Enter');
}

/** Open a page by keyboard, and wait until it is shown. */
async function open(window: Page, visit: Visit): Promise<void> {
  const { scope, command, link, row, keys } = visit;
  await scope?.(window);
  if (command !== undefined) await goTo(window, command);
  if (link !== undefined) {
    await tabTo(window, window.getByRole('link', { name: withCount(link) }).last());
    await window.keyboard.press('Enter');
  }
  if (row !== undefined) {
    await find(window, row);
    await window.keyboard.press('Enter');
  }
  await keys?.(window);
  await expectHeading(window, visit);
}

/** Load the window at an address, as a bookmark does. */
async function reloadAt(window: Page, address: string): Promise<void> {
  await window.evaluate((to) => history.replaceState(null, '', to), address);
  await window.reload();
}

/** Assert the heading. `waitFor` first, because an assertion that fails while it waits takes a slow snapshot of the page. */
async function expectHeading(window: Page, visit: Visit): Promise<void> {
  await window.locator('h1', { hasText: visit.heading }).waitFor();
  await expect(heading(window), nameOf(visit)).toHaveText(visit.heading);
}

/** Assert that a page shows its heading and its content, which can be scrolled to, and that nothing is loading. */
async function expectShown(window: Page, visit: Visit): Promise<void> {
  await expectHeading(window, visit);
  await content(window, visit).scrollIntoViewIfNeeded();
  await expect(content(window, visit), nameOf(visit)).toBeInViewport();
  await expect(busy(window), nameOf(visit)).toHaveCount(0);
}

/** Addresses of something that the pin does not contain, with what the page says. */
function missingIn(simulator: Platform): Readonly<Record<string, string>> {
  const { id } = projectOf(simulator);
  const { jobs, pipelines, runners } = simulator.world;
  const job = jobs.find((row) => row.artifacts === null && pipelines.get(row.pipeline_id)?.project_id === id);
  const runner = runners.find(({ project_ids: ids }) => ids.includes(id));
  const project = `#/p/${id}`;
  return {
    [`${project}/code/files/no/such.ts?ref=main`]: 'Not stored on this computer',
    [`${project}/code/files/README.md?ref=stable`]: 'Not stored on this computer',
    [`${project}/code/commits/main..stable`]: `No commits of main..stable of project ${path} synced yet.`,
    [`${project}/issues/999999`]: 'This issue isn’t stored on this computer.',
    [`${project}/deployments/jobs/${job?.id}`]: 'The instance found no artifacts of this job.',
    [`${project}/wiki/nowhere`]: 'This page isn’t in the synced wiki',
    [`${project}/snippets/999999`]: 'This snippet isn’t synced yet',
    [`${project}/access/runners/${runner?.id}`]: 'Jobs aren’t cached, so they aren’t available offline.',
    [`#/g/${encodeURIComponent(GROUP_PATHS.sub)}/enterprise-users`]: 'Subgroups have no enterprise users.',
  };
}

/** The test itself adds a push rule, without Reeve. */
const pushRule = `/groups/${GROUP_PATHS.top}/push_rule`;

// The longest test. Its file is outside of the folders, so that it begins first
test('every page is reached by keyboard, online and offline, without findings of axe, and a reload returns to it', async ({
  window,
  simulator,
  network,
}) => {
  const visits = [...pagesOfProject(simulator), ...pagesOfGroup(simulator), ...pagesOfInstance()];
  await window.setViewportSize(wide);
  await ask(simulator, pushRule, { commit_message_regex: '^[A-Z]' });
  await pinEverything(window);

  const addresses = new Map<Visit, string>();
  const checked = new Set<string>();
  for (const visit of visits) {
    await test.step(`online: ${nameOf(visit)}`, async () => {
      await open(window, visit);
      if (visit.sync !== undefined) await press(window, visit.sync);
      await expectShown(window, visit);
      addresses.set(visit, window.url());
      if (checked.has(kindOf(visit))) return;
      // The frame is the same around all pages
      const within = checked.size === 0 ? 'window' : 'page';
      checked.add(kindOf(visit));
      expect.soft(await axeFindings(window, { within }), nameOf(visit)).toEqual([]);
    });
  }
  const writes = simulator.requests.list().filter(({ method }) => method !== 'GET' && method !== 'HEAD');
  expect(writes.map(({ path }) => path)).toEqual([`/api/v4${pushRule}`]);

  await goOffline(window, network);
  await window.setViewportSize(small);
  const reloaded = new Set<string>();
  for (const visit of visits) {
    await test.step(`offline: ${nameOf(visit)}`, async () => {
      const address = addresses.get(visit) ?? '';
      // Forms of palette commands are opened by their address: offline-project.spec.ts tests the palette offline
      if (visit.command !== undefined) await reloadAt(window, address);
      else {
        await open(window, visit);
        await expect(window, nameOf(visit)).toHaveURL(address);
        if (!reloaded.has(kindOf(visit))) await window.reload();
      }
      reloaded.add(kindOf(visit));
      await expectShown(window, visit);
      expect.soft(window.url()).toBe(address);
      const part = visit.isPanel === true ? '#main aside' : undefined;
      expect.soft(await faultsOfLayout(window, part), nameOf(visit)).toEqual([]);
      if (visit.isPanel === true) {
        const close = window.getByRole('complementary').getByRole('button', { name: 'Close' });
        await expectInReach(close, nameOf(visit));
      } else {
        expect.soft(await outOfReach(window), nameOf(visit)).toEqual([]);
      }
    });
  }

  for (const [page, text] of Object.entries(missingIn(simulator))) {
    await test.step(page, async () => {
      await window.evaluate((to) => void (location.hash = to), page);
      await window.getByText(text).first().waitFor();
      await expect.soft(busy(window), page).toHaveCount(0);
    });
  }
});
