import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { collectionNames, type CollectionName } from '#shared/contract/collections.ts';
import { sourceFiles } from '../imports.ts';

interface Shown {
  collection?: CollectionName;
}

const root = process.cwd();
/** What a module of the window exports. */
const exportsOf = async (file: string): Promise<Record<string, readonly Shown[]>> =>
  (await import(pathToFileURL(join(root, 'src-renderer/app', file)).href)) as Record<string, readonly Shown[]>;
const { pages = [] } = await exportsOf('navigation.ts');
const { projectTabs = [], groupTabs = [] } = await exportsOf('place-tabs.ts');

/** Collections without a page in the navigation: the folder of the page that shows them, and why they have no own page. */
const shownElsewhere: Readonly<Partial<Record<CollectionName, readonly [folder: string, why: string]>>> = {
  artifacts: ['pages/deployments/artifacts', 'The artifacts of a job, opened from its deployment.'],
  branches: ['pages/branches', 'A part of the tab "Code" of a project.'],
  commits: ['pages/commits', 'A part of the tab "Code" of a project.'],
  contextCommits: ['pages/merge-requests', 'A part of the side panel of a merge request.'],
  groupReleases: ['pages/group-releases', 'A tab of a group.'],
  jobTokenGroups: ['pages/job-token-scope', 'A part of the tab "Access" of a project.'],
  jobTokenProjects: ['pages/job-token-scope', 'A part of the tab "Access" of a project.'],
  jobTokenScope: ['pages/job-token-scope', 'A part of the tab "Access" of a project.'],
  uploads: ['pages/uploads', 'A part of the tab "Integrations" of a project.'],
};
const isInNavigation = (name: CollectionName): boolean =>
  [...pages, ...projectTabs, ...groupTabs].some(({ collection }) => collection === name);

test.each(collectionNames)('%s is in the navigation, or the test names the page that shows it', (name) => {
  const how = `Nothing leads to a page of ${name}: add its line to src-renderer/app/navigation.ts, or say in shownElsewhere which page shows it.`;
  expect(isInNavigation(name) || Object.hasOwn(shownElsewhere, name), how).toBe(true);
});

test('a collection that is shown elsewhere is not in the navigation, and its page exists', () => {
  const names = Object.keys(shownElsewhere) as CollectionName[];
  expect(names.filter(isInNavigation)).toEqual([]);
  const files = sourceFiles(root);
  const folders = Object.values(shownElsewhere).map(([folder]) => folder);
  expect(folders.filter((folder) => !files.some((file) => file.startsWith(`src-renderer/${folder}/`)))).toEqual([]);
});

test('each page is imported by the navigation or by another module', () => {
  const window = sourceFiles(root).filter((file) => /^src-renderer\/.*\.(?:svelte|ts)$/.test(file));
  const texts = window.map((file) => readFileSync(join(root, file), 'utf8'));
  const listPages = window.filter((file) => /^src-renderer\/pages\/.*Page\.svelte$/.test(file));
  const unused = listPages.filter((file) => {
    const name = `/${file.split('/').at(-1) ?? ''}'`;
    return !texts.some((text) => text.includes(name));
  });
  expect(unused, 'No module imports these pages: add a line to src-renderer/app/navigation.ts.').toEqual([]);
});
