import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { collectionNames, isCollection } from '#shared/contract/collections.ts';
import { contract } from '#shared/contract/index.ts';
import { sourceFiles } from './imports.ts';

const root = process.cwd();
const files = sourceFiles(root);
const navigation = readFileSync(join(root, 'src-renderer/app/navigation.ts'), 'utf8');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};

/** Sections of the contract without a resource of the platform. */
const sectionsWithoutResource = [
  'artifactFiles',
  'catalogue',
  'changes',
  'commitDrafts',
  'coverage',
  'downloads',
  'explorer',
  'history',
  'host',
  'jobTokenReach',
  'leavers',
  'jobs',
  'journal',
  'notices',
  'overview',
  'people',
  'pins',
  'places',
  'profiles',
  'pushRuleReplay',
  'repositoryFiles',
  'search',
  'secrets',
  'setup',
  'snippetFiles',
  'stagedFiles',
  'watches',
];
/** Resources that are shown on the page of another one, which also has their texts. */
const pageOf: Record<string, string> = {
  artifacts: 'deployments',
  branches: 'push-rules',
  commits: 'push-rules',
  contextCommits: 'merge-requests',
  jobTokenGroups: 'job-token-scope',
  jobTokenProjects: 'job-token-scope',
};

/** Collections that are documented with another one, to which their rows belong. */
const partOf: Record<string, string> = {
  jobTokenGroups: 'job-token-scope',
  jobTokenProjects: 'job-token-scope',
  webhookEvents: 'webhooks',
};

/** Whether the page is made from the declaration, so that it has no file. */
const isPlain = (name: string): boolean => navigation.includes(`plain('${name}'`);

const fileNameOf = (name: string): string => name.replaceAll(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`);

test('no file is longer than 400 lines, text catalogues excepted', () => {
  const long = files
    .filter((file) => !file.startsWith('src-shared/text/'))
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > 400);
  expect(long).toEqual([]);
});

test('file names are kebab-case, components PascalCase', () => {
  const odd = files.filter((file) => {
    const name = file.split('/').at(-1) ?? '';
    return !(name.endsWith('.svelte') ? /^[A-Z][A-Za-z0-9]*\.svelte$/ : /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*$/).test(
      name,
    );
  });
  expect(odd).toEqual([]);
});

test('no file has a meaningless name', () => {
  expect(files.filter((file) => /\/(utils?|helpers|common|manager)\.(svelte\.)?(ts|js)$/.test(file))).toEqual([]);
});

test('each resource of the contract has a file in every layer', () => {
  const resources = Object.keys(contract).filter((name) => !sectionsWithoutResource.includes(name));
  expect(resources).toContain('users');
  const has = (place: string): boolean =>
    files.some((file) => file === place || (place.endsWith('/') && file.startsWith(place)));
  const missing = resources.flatMap((name) => {
    const fileName = fileNameOf(name);
    const documented = partOf[name] ?? fileName;
    const shown = pageOf[name] ?? fileName;
    const places = [
      [`src-shared/contract/${fileName}.ts`],
      [`src-main/api/endpoints/${documented}.ts`],
      // A collection needs none, because its service is made from its declaration
      ...(isCollection(name) ? [] : [[`src-main/services/${fileName}.ts`, `src-main/services/${fileName}/`]]),
      [`src-shared/text/en/${shown}.ts`],
      [`test/platform/operations/${documented}.ts`],
      ...(isPlain(name) ? [] : [[`src-renderer/pages/${shown}/`]]),
    ];
    return places.filter((anyOf) => !anyOf.some(has)).map(([first]) => first);
  });
  expect(missing, 'A resource needs these files or folders with its name, but they do not exist.').toEqual([]);
});

/** Folders with one file for each resource, besides their indexes. They may hold as many files as there are resources. */
const resourceFolders = [
  'src-main/api/endpoints',
  'src-main/cache/collections',
  'src-main/changes/operations',
  'src-main/services/lists/sources',
  'src-shared/text/en/operations',
];
/** Other files in these folders. */
const notResources = ['index', 'known', 'not-in-api', 'probes', 'operations.test'];

test('in folders of resources, each file has the name of a section of the contract', () => {
  const others = resourceFolders.flatMap((folder) =>
    fileNamesIn(folder)
      .filter((fileName) => !notResources.includes(fileName) && !files.includes(`src-shared/contract/${fileName}.ts`))
      .map((fileName) => `${folder}/${fileName}.ts`),
  );
  expect(others).toEqual([]);
  for (const folder of resourceFolders) expect(fileNamesIn(folder).length, folder).toBeGreaterThan(3);
});

function fileNamesIn(folder: string): string[] {
  return files
    .filter((file) => file.startsWith(`${folder}/`))
    .map((file) => file.slice(folder.length + 1).replace(/\.ts$/, ''));
}

/** Folders in which most files belong to one resource each, or to one migration each. */
const mostlyResources = [
  'src-main/state/migrations',
  'src-shared/contract',
  'src-shared/text/en',
  'test/api/endpoints',
  'test/platform-tests/operations',
  'test/platform/operations',
  'test/platform/seed',
  'test/platform/views',
  'test/platform/world',
  'test/state/migrations',
];
const mostFiles = 25;

test('a folder holds at most 25 files, unless there is one for each resource or migration', () => {
  const counts = new Map<string, number>();
  for (const file of files.filter((name) => /^(src-|test\/)/.test(name))) {
    const folder = dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect(counts.size).toBeGreaterThan(50);
  const full = [...counts].filter(([folder, count]) => count > mostFiles && !resourceFolders.includes(folder));
  expect(full.map(([folder]) => folder).sort()).toEqual(mostlyResources);
});

test('the folder of a page with palette commands has the name of its path, or its commands name their path', () => {
  const navigation = readFileSync(join(root, 'src-renderer/app/navigation.ts'), 'utf8');
  const pages = Array.from(navigation.matchAll(/\b(?:page|list)\(\s*'(\w+)'/g), ([, name = '']) => fileNameOf(name));
  const folders = files.flatMap((file) => /^src-renderer\/pages\/([^/]+)\/verbs\.ts$/.exec(file)?.[1] ?? []);
  expect(folders.length).toBeGreaterThan(3);
  const namesPath = (folder: string): boolean =>
    /\bpath\b/.test(readFileSync(join(root, `src-renderer/pages/${folder}/verbs.ts`), 'utf8'));
  expect(folders.filter((folder) => !pages.includes(folder) && !namesPath(folder))).toEqual([]);
});

test('each collection is declared in a file of its name, and files with special rules belong to a collection', () => {
  const declares = (file: string): boolean => /\bcollection\(\{/.test(readFileSync(join(root, file), 'utf8'));
  const names = collectionNames.map(fileNameOf);
  expect(files.filter((file) => file.startsWith('src-shared/contract/') && declares(file)).sort()).toEqual(
    names.map((name) => `src-shared/contract/${name}.ts`).sort(),
  );
  const own = files.filter((file) => /^src-main\/(cache\/collections|services\/lists\/sources)\//.test(file));
  expect(own.filter((file) => !['index', ...names].includes(/([^/]+)\.ts$/.exec(file)?.[1] ?? ''))).toEqual([]);
});

test('each valid decision is linked from the code, and each link names a decision', () => {
  const decisions = readdirSync(join(root, 'build/decisions')).map((name) => `build/decisions/${name}`);
  const replaced = decisions.filter((file) => readFileSync(join(root, file), 'utf8').includes('Replaced by'));
  const code = [...files, 'build/layers.js'].map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const named = new Set(code.match(/build\/decisions\/\d{4}[\w-]+\.md/g));
  expect([...named].filter((file) => !decisions.includes(file))).toEqual([]);
  expect(decisions.filter((file) => !named.has(file))).toEqual(replaced);
});

test('the two native modules are the only runtime dependencies', () => {
  expect(Object.keys(manifest.dependencies)).toEqual(['better-sqlite3', 'keytar']);
});

test('every version is exact, and no package may run an install script', () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies };
  const loose = Object.entries(all).filter(
    ([, version]) => !/^(\d+\.\d+\.\d+|npm:.+@\d+\.\d+\.\d+|file:build\/node24)$/.test(version),
  );
  expect(loose).toEqual([]);
  expect(Object.values(manifest.allowScripts)).toEqual([false, false]);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { name?: string; hasInstallScript?: boolean }>;
  };
  const withScripts = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = withScripts.map(([path, { name }]) => name ?? path.replace(/^.*node_modules\//, ''));
  expect(names).toContain('@github/keytar');
  expect(names.filter((name) => manifest.allowScripts[name] !== false)).toEqual([]);
});

test('the electron host stays thin', () => {
  const lines = files
    .filter((file) => file.startsWith('src-main/hosts/electron/'))
    .reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length - 1, 0);
  expect(lines).toBeGreaterThan(0);
  expect(lines).toBeLessThan(300);
});
