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

/** Other files that may name collections. A list without such features is named only in the two tables. */
const exceptions: readonly { why: string; folders: readonly string[] }[] = [
  {
    why: 'Endpoints and writes belong to resources, whether these are listed or not.',
    folders: [
      'src-main/api/endpoints/',
      'src-main/changes/',
      'src-shared/text/en/operations/',
      'src-shared/text/en/refusals.ts',
    ],
  },
  {
    why: 'Rules and requests that a declaration cannot express, and verbs besides those of every collection.',
    folders: ['src-main/cache/collections/index.ts', 'src-main/services/lists/sources/', 'src-main/core/compose.ts'],
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
  serviceAccounts: {
    'src-renderer/pages/access-tokens/': 'A token is created for a service account.',
  },
  users: {
    'src-main/jobs/': 'Users are synced in windows by a job of their own.',
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
  const isImport = /\bfrom '|\bimport\(|^\s*import /.test(line) && !tables.includes(file);
  return isImport || line.includes('@lucide/') || /^\s*(\*|\/\/|\/\*)/.test(line) || line.includes("'GET /");
}

function mentions(name: CollectionName): string[] {
  const pattern = mentionOf(name);
  const isException = (file: string): boolean =>
    exceptions.some(({ folders }) => folders.some((folder) => file.startsWith(folder))) ||
    Object.keys(features[name] ?? {}).some((folder) => file.startsWith(folder));
  return [...lines].flatMap(([file, all]) =>
    isOwn(file, name) || isException(file)
      ? []
      : all.filter((line) => !isNoEntry(line, file) && pattern.test(line)).map((line) => `${file}: ${line.trim()}`),
  );
}

test.each(collectionNames)('%s is named in only two lines outside of its own files', (name) => {
  const elsewhere = mentions(name).filter((line) => !tables.some((file) => line.startsWith(`${file}:`)));
  expect(elsewhere).toEqual([]);
  for (const table of tables) {
    expect(mentions(name).filter((line) => line.startsWith(`${table}:`)).length).toBeLessThanOrEqual(1);
  }
});
