import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collectionNames, type CollectionName } from '#shared/contract/collections.ts';
import { sourceFiles } from './imports.ts';

const root = process.cwd();
const files = sourceFiles(root).filter((file) => file.startsWith('src-') && !file.endsWith('.test.ts'));
const lines = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n')]));

/** The files with the two lines that each collection needs outside of its own files. */
const tables = ['src-shared/contract/collection-index.ts', 'src-renderer/app/navigation.ts'];

/**
 * Indexes of the files that only some collections have, with at most one line for each. They are written by hand,
 * because a build contains only modules that are imported by name. A missing verb, write or name of a write does not
 * compile; a missing endpoint fails in `endpoints.test.ts`.
 */
const indexes: Readonly<Record<string, string>> = {
  'src-main/cache/collections/index.ts': 'Rules of the cache that a declaration cannot express.',
  'src-main/services/notices/observers/index.ts': 'Notices about the state of rows.',
  'src-main/services/lists/sources/index.ts': 'Requests that a declaration cannot express.',
  'src-main/services/collection-services.ts': 'Verbs besides those of every list.',
  'src-main/api/endpoints/resource-index.ts': 'Endpoints of a resource, whether it is listed or not.',
  'src-main/changes/operations/resource-index.ts': 'Writes of a resource, whether it is listed or not.',
  'src-shared/text/en/operations/resource-index.ts': 'Names of these writes.',
};

/** Other files that may name collections. A list without such features is named only in the two tables. */
const exceptions: readonly { why: string; folders: readonly string[] }[] = [
  {
    why: 'Endpoints and writes belong to resources. Some of them have the names of collections.',
    folders: [
      'src-main/api/endpoints/',
      'src-main/changes/operations/',
      'src-shared/text/en/operations/',
      'src-shared/text/en/refusals.ts',
    ],
  },
  {
    why: 'The check of a token asks for lists that show what it may read.',
    folders: ['src-main/services/instances/', 'src-shared/text/en/profiles.ts', 'src-renderer/components/display/'],
  },
  {
    why: 'The overview shows figures of users, runners and tokens.',
    folders: [
      'src-main/services/overview/',
      'src-shared/contract/overview.ts',
      'src-shared/text/en/overview.ts',
      'src-renderer/pages/overview/',
      'src-renderer/stores/features/',
      'src-renderer/stores/sync-lists.ts',
      'src-renderer/app/sidebar/',
    ],
  },
  {
    why: 'Groups and projects are found in issues, and an own group by a request for its Owners.',
    folders: ['src-main/services/catalogue/'],
  },
  {
    why: 'The page of a project and that of a group are made of lists.',
    folders: [
      'src-renderer/app/place-tabs.ts',
      'src-renderer/pages/access/',
      'src-renderer/pages/integrations/',
      'src-renderer/pages/summary/',
      'src-renderer/console/place-tab.ts',
      'src-renderer/stores/project/',
      'src-shared/text/en/place-summary.ts',
    ],
  },
  {
    why: 'The pages of issues and merge requests show their notes and context commits.',
    folders: [
      'src-renderer/console/thread/',
      'src-renderer/pages/issues/',
      'src-renderer/pages/merge-requests/',
      'src-shared/text/en/thread.ts',
    ],
  },
  {
    why: 'The setup counts rows of some collections.',
    folders: ['src-main/services/setup/setup-figures.ts', 'src-main/services/setup/run-setup.ts'],
  },
  {
    why: 'Paths of files are found in deliveries of webhooks, and a file has a branch and a last commit.',
    folders: ['src-main/services/files/', 'src-renderer/pages/code/'],
  },
  {
    why: 'The replay of a push rule reads branches, commits and members.',
    folders: [
      'src-main/services/push-rules/',
      'src-shared/contract/push-rule-replay.ts',
      'src-shared/text/en/push-rules.ts',
      'src-renderer/pages/push-rules/',
    ],
  },
];

/** Features of single collections. */
const features: Partial<Record<CollectionName, Readonly<Record<string, string>>>> = {
  accessTokens: {
    'src-main/services/archive/': 'Tokens are archived once they have ended.',
    'src-main/state/archive-migrations/': 'Archived tokens of an earlier version.',
    'src-main/core/compose.ts': 'The overview shows when tokens expire.',
  },
  branches: {
    'src-main/cache/read/coverage-rows.ts':
      'A project without branches has no files, which have a row of the coverage.',
  },
  commits: {
    'src-renderer/pages/branches/': 'A branch links to its commits.',
  },
  deployments: {
    'src-renderer/pages/runners/RunnerJob.svelte': 'The artifacts of a job are shown on a page below the deployments.',
    'src-main/services/dependency-exports/': 'Pipelines, which can be exported, are only known from deployments.',
  },
  groupReleases: {
    'src-shared/text/en/setup.ts': 'The list in which the setup found a group.',
  },
  issues: {
    'src-main/cache/migrations.ts': 'Their rows of an earlier version were stored once for each scope.',
  },
  keys: {
    'src-main/core/': 'Keys of databases.',
    'src-main/state/': 'Keys of databases.',
    'src-renderer/components/text/Kbd.svelte': 'Keys of a keyboard.',
    'src-shared/text/en/jobs.ts': 'Keys are looked up by a job of their own.',
  },
  jobTokenGroups: {
    'src-main/services/job-token-scope/': 'Which projects can use a job token where is computed from three lists.',
    'src-shared/text/en/job-token-scope.ts': 'The page of the scope shows three lists.',
    'src-renderer/pages/job-token-scope/': 'The page of the scope shows three lists.',
    'src-renderer/stores/project/job-token-reach.svelte.ts': 'The page of the scope shows three lists.',
  },
  jobTokenProjects: {
    'src-main/services/job-token-scope/': 'Which projects can use a job token where is computed from three lists.',
    'src-shared/text/en/job-token-scope.ts': 'The page of the scope shows three lists.',
    'src-renderer/pages/job-token-scope/': 'The page of the scope shows three lists.',
    'src-renderer/stores/project/job-token-reach.svelte.ts': 'The page of the scope shows three lists.',
  },
  jobTokenScope: {
    'src-main/services/job-token-scope/': 'Which projects can use a job token where is computed from three lists.',
    'src-renderer/stores/project/job-token-reach.svelte.ts': 'The page of the scope shows three lists.',
    'src-shared/contract/job-token-groups.ts': 'The schemas of its endpoints are in one file.',
    'src-shared/contract/job-token-projects.ts': 'The schemas of its endpoints are in one file.',
    'src-shared/text/en/setup.ts': 'The setup names a resource that a token can be refused.',
  },
  pushRules: {
    'src-main/changes/plan-file/selection.ts': 'A group has one push rule, which has no key.',
  },
  remoteMirrors: {
    'src-main/core/compose.ts': 'Changed rows are compared with what was seen before.',
  },
  serviceAccounts: {
    'src-renderer/pages/access-tokens/': 'A token is created for a service account.',
  },
  snippets: {
    'src-main/cache/read/coverage-rows.ts': 'The stored contents of snippets have a row of the coverage.',
    'src-shared/text/en/coverage.ts': 'The same.',
    'src-renderer/console/coverage/': 'Contents are stored on the page of snippets, to which their row links.',
  },
  users: {
    'src-main/changes/engine/estimate.ts': 'The list of users shows whether the token is that of an administrator.',
    'src-main/changes/operation-kit/': 'The accounts that a write changes are named like paths: `users`, then the ID.',
    'src-main/jobs/': 'Users are synced in windows by a job of their own.',
    'src-main/core/compose.ts': 'The same.',
    'src-main/core/first-list.ts': 'Their list is queried at the start, while the window is still loading.',
    'src-shared/text/en/jobs.ts': 'The same.',
    'src-renderer/stores/jobs/': 'The same.',
    'src-renderer/stores/lists/sync-jobs.ts': 'The same.',
    'src-renderer/stores/availability.ts': 'The same.',
    'src-renderer/pages/activity/': 'The same.',
    'src-renderer/app/palette/': 'A mode of the palette that finds people only.',
    'src-shared/text/en/shell.ts': 'The same.',
    'src-renderer/pages/connect/': 'The page that a new instance begins with.',
    'src-renderer/pages/keys/': 'A key has an owner.',
    'src-renderer/pages/members/': 'A member is a user.',
  },
  webhooks: {
    'src-main/core/': 'The deliveries of webhooks are watched.',
  },
  webhookEvents: {
    'src-main/services/webhooks/': 'The deliveries of webhooks are watched.',
    'src-main/changes/operations/webhooks.ts': 'A resend sets fields of a delivery.',
    'src-renderer/pages/webhooks/': 'The page of webhooks shows their deliveries.',
    'src-renderer/stores/features/webhooks': 'The same.',
    'src-shared/text/en/webhook-page.ts': 'The same.',
  },
};

const fileNameOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A name of one word is a common word, so it counts only as a text or as a part of a path. */
function mentionOf(name: string): RegExp {
  const file = fileNameOf(name);
  if (file === name) return new RegExp(`['"\`]${name}['"\`]|/${name}\\.ts'|['"]${name}\\.|/${name}['/]`);
  return new RegExp(`(?<![\\w-])(${name}|${file})(?![\\w-])`);
}

function isOwn(file: string, name: string): boolean {
  const parts = file.split('/');
  return parts.includes(fileNameOf(name)) || parts.at(-1)?.split('.')[0] === fileNameOf(name);
}

/** Comments, requests of the platform and imports do not count: only entries are lines that a collection needs. */
function isNoEntry(line: string, file: string): boolean {
  const isReExport = line.startsWith('export {');
  const isImport = /\bfrom '|\bimport\(|^\s*import /.test(line) && !isReExport && !tables.includes(file);
  return isImport || line.includes('@lucide/') || /^\s*(\*|\/\/|\/\*)/.test(line) || line.includes("'GET /");
}

function mentions(name: CollectionName): string[] {
  const pattern = mentionOf(name);
  const isException = (file: string): boolean =>
    !(file in indexes) &&
    (exceptions.some(({ folders }) => folders.some((folder) => file.startsWith(folder))) ||
      Object.keys(features[name] ?? {}).some((folder) => file.startsWith(folder)));
  return [...lines].flatMap(([file, all]) =>
    isOwn(file, name) || isException(file)
      ? []
      : all.filter((line) => !isNoEntry(line, file) && pattern.test(line)).map((line) => `${file}: ${line.trim()}`),
  );
}

const fileOf = (mention: string): string => mention.split(':')[0] ?? '';

test.each(collectionNames)(
  '%s is named outside of its own files only in the two tables, and at most once in each index',
  (name) => {
    const places = Map.groupBy(mentions(name), fileOf);
    const elsewhere = [...places].filter(([file]) => !tables.includes(file) && !(file in indexes));
    expect(elsewhere).toEqual([]);
    const often = [...places].filter(([, entries]) => entries.length > 1);
    expect(often).toEqual([]);
  },
);

test.each(['serviceAccounts', 'sshCertificates'] as const)(
  '%s, a list of groups without a second figure, needs no entry for the summary of a group',
  (name) => {
    const pattern = mentionOf(name);
    const files = ['src-renderer/pages/summary/figures.ts', 'src-shared/text/en/place-summary.ts'];
    expect(files.filter((file) => lines.get(file)?.some((line) => pattern.test(line)) !== false)).toEqual([]);
  },
);

test('every index exists and has an entry of a collection', () => {
  const named = new Set(collectionNames.flatMap((name) => mentions(name).map(fileOf)));
  expect(Object.keys(indexes).filter((file) => !named.has(file))).toEqual([]);
});
