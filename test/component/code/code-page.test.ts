import type { Component } from 'svelte';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { scopeOfRevisions } from '#shared/contract/scope.ts';
import { Preferences, type Connection } from '#shared/contract/host.ts';
import type { Submodule, TreeRow } from '#shared/contract/repository-files.ts';
import CommitsPage from '../../../src-renderer/pages/commits/CommitsPage.svelte';
import CodePage from '../../../src-renderer/pages/code/CodePage.svelte';
import type { PlaceTabProps } from '../../../src-renderer/console/place-tab.ts';
import { renderPage } from '../console/render-page.ts';
import { openWindow } from '../shell/window.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import type { FakeAnswers } from '../fake-core.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleConnection, sampleEntry } from '../samples.ts';

const scope = 'project:7';
const base = '/p/7/code';
const project = sampleEntry({ key: 1, kind: 'project', id: 7, ref: 7, scope, path: 'corp/api' });

const fileRow = (path: string, sources: (TreeRow & { kind: 'file' })['sources']): TreeRow => ({
  ...{ kind: 'file', path, name: path, depth: 0, state: 'not-stored', sizeBytes: null, isLfs: false },
  ...{ sources, isRemovable: false },
});
const rows = [fileRow('a.ts', ['delivery', 'person']), fileRow('b.ts', ['job'])];
const modules: Submodule[] = Array.from({ length: 600 }, (_, at) => ({
  ...{ name: `m${at}`, path: `lib/m${at}`, branch: null },
  ...(at % 2 === 0
    ? { url: `../m${at}.git`, project: `corp/m${at}` }
    : { url: `https://other.example/x/m${at}`, project: null }),
}));

/** What a window shows of the project. `stored`: lists of commits that were synced. */
function answersWith(stored: readonly string[] = []): { world: Partial<FakeWorld>; answers: FakeAnswers } {
  const commits = fakeList([], { scope: scopeOfRevisions(scope, 'HEAD') });
  for (const one of stored) commits.readAt[scopeOfRevisions(scope, one)] = Date.now();
  const branches = fakeList(
    Array.from({ length: 61 }, (_, at) => ({ id: at, name: at === 0 ? 'main' : `b${at}`, default: at === 0 })),
    { scope },
  );
  return {
    world: {
      catalogue: [project],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
    },
    answers: {
      branches: listAnswers<'branches'>(branches),
      commits: listAnswers<'commits'>(commits),
      repositoryFiles: {
        refs: () => ({ first: 'main', branches: [{ name: 'main', isDefault: true }], isCut: false, others: [] }),
        tree: () => ({ rows, isCut: false, total: 2, files: 2, stored: 0, sources: [], isFull: false }),
        counts: () => ({ files: 1_204, submodules: null }),
        collect: () => ({ added: 0 }),
        submodules: () => ({ checkedAt: Date.now(), found: true, isStored: true, rows: modules }),
      },
    },
  };
}

/** A part of the code of a project. `stored`: lists of commits that were synced. */
async function show(part: Component<PlaceTabProps>, path: string, stored: string[] = [], connection?: Connection) {
  const { world, answers } = answersWith(stored);
  return renderPage(part, {
    path,
    props: { base: part === CommitsPage ? `${base}/commits` : base },
    world: { ...world, ...(connection === undefined ? {} : { connection }) },
    answers,
  });
}

beforeEach(async () => page.viewport(1440, 900));

test('the parts of the code show how many rows are known, and no count for what was never synced', async () => {
  await show(CodePage, base);
  const parts = page.getByRole('navigation', { name: 'Code' });
  await expect.element(parts.getByRole('link', { name: 'Files 1,204', exact: true })).toBeVisible();
  await expect.element(parts.getByRole('link', { name: 'Branches 61', exact: true })).toBeVisible();
  await expect.element(parts.getByRole('link', { name: 'Commits 0', exact: true })).toBeVisible();
  await expect.element(parts.getByRole('link', { name: 'Submodules', exact: true })).toBeVisible();
});

test('the sources of a path are shown for the row with the cursor, which the arrow keys move', async () => {
  await show(CodePage, base);
  const tree = page.getByRole('tree', { name: 'Known paths' });
  await expect.element(tree).toBeVisible();
  (tree.element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}');
  await expect.element(page.getByText(/Known from: Push deliveries, Added by you$/)).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByText(/Known from: Artifacts of jobs$/)).toBeVisible();
});

test('a submodule of this instance leads to its project, others are text, and nothing is requested', async () => {
  const { core, press } = await show(CodePage, `${base}/submodules`);
  const link = page.getByRole('link', { name: '../m598.git' });
  await expect.element(link).toHaveAttribute('href', '#/p/corp%2Fm598');
  expect(page.getByRole('link', { name: /other\.example/ }).elements()).toEqual([]);
  await expect.element(page.getByText('https://other.example/x/m599')).toBeInTheDocument();
  const list = page.getByRole('region', { name: 'Submodules' });
  (list.element() as HTMLElement).focus();
  await press('{End}');
  await expect.element(page.getByText('lib/m599')).toBeInViewport();
  expect(core.calls.filter(({ verb }) => /check|refresh|verify/i.test(verb))).toEqual([]);
});

test('offline, selections of commits that were never synced are not available, with the reason', async () => {
  const offline = sampleConnection({ state: 'offline', reason: 'timed-out' });
  await show(CommitsPage, `${base}/commits/HEAD`, ['HEAD?first_parent=true'], offline);
  await expect.element(page.getByRole('checkbox', { name: 'All branches' })).toBeDisabled();
  await expect.element(page.getByRole('checkbox', { name: 'Topological order' })).toBeDisabled();
  await expect.element(page.getByRole('checkbox', { name: 'First parents only' })).toBeEnabled();
  await expect.element(page.getByText(/^Commits that have never been synced can’t be shown\./)).toBeVisible();
});

test('online, all selections of commits are available', async () => {
  await show(CommitsPage, `${base}/commits/HEAD`);
  await expect.element(page.getByRole('checkbox', { name: 'All branches' })).toBeEnabled();
  expect(page.getByText(/Filters by author and time/).elements()).toEqual([]);
});

test('an address that names the default branch opens its one list', async () => {
  await show(CommitsPage, `${base}/commits/main`, ['HEAD']);
  await expect.poll(() => location.hash).toBe(`#${base}/commits/HEAD`);
  await show(CommitsPage, `${base}/commits/${encodeURIComponent('main?path=src')}`);
  await expect.poll(() => location.hash).toBe(`#${base}/commits/${encodeURIComponent('HEAD?path=src')}`);
});

test('the link of a part keeps the focus when its page has opened, also if the address gets the name of its list', async () => {
  await openWindow({ path: `${base}/branches`, ...answersWith(['HEAD']) });
  const link = page.getByRole('navigation', { name: 'Code' }).getByRole('link', { name: /^Commits/ });
  await expect.element(link).toBeVisible();
  (link.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toBe(`#${base}/commits/HEAD`);
  await expect.element(page.getByRole('heading', { name: 'Commits' })).toBeVisible();
  await expect.element(link).toHaveFocus();
});
