import { expect, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';
import { collections } from '#shared/contract/collections.ts';
import { operations } from '../operations/index.ts';
import type { State } from '../operation-kit/operation.ts';
import { rowNames } from './row-names.ts';

/** Cached rows by collection and ID. */
const cached: Readonly<Record<string, Readonly<Record<string | number, State>>>> = {
  deployments: { 5: { environment: { name: 'production' }, iid: 41, ref: 'main' } },
  enterpriseUsers: { 9: { name: 'Anna Smith', username: 'anna' } },
  issues: { 12: { title: 'Fix the parser' } },
  mergeRequests: { 4: { title: 'Faster parser' } },
  notes: { 62: { body: 'Looks good\nto me', author: { name: 'Paul Adams', username: 'paul' } } },
  remoteMirrors: { 3: { url: 'https://mirror.example/core.git', project_path: 'acme/core' } },
  runners: { 7: { description: 'shared 1' } },
  serviceAccounts: { 8: { name: 'Deploy bot', username: 'bot_8' } },
  snippets: { 2: { title: 'Backup script', file_name: 'backup.sh' } },
  uploads: { 11: { filename: 'plan.pdf' } },
  users: { 9: { name: 'Anna Smith' } },
  webhooks: { 1: { name: 'Release board' } },
  webhookEvents: {
    62: { trigger: 'push_hooks', request_data: { object_kind: 'push', ref: 'refs/heads/release/main-8' } },
  },
  wikis: { home: { title: 'Home', slug: 'home' } },
};
const places: Readonly<Record<string, { name: string | null; path: string }>> = {
  'project 1': { name: 'Core', path: 'acme/core' },
  'project 2': { name: null, path: 'acme/web' },
  'group 1': { name: 'Acme', path: 'acme' },
};
const target: Parameters<typeof rowNames>[1] = {
  cachedRows: (collection, at) => Promise.resolve(at.map(({ id }) => cached[collection]?.[id] ?? null)),
  knownPlace: (kind, ref) => places[`${kind} ${ref}`] ?? null,
};

interface Write {
  path?: Record<string, string | number>;
  body?: Record<string, unknown>;
  /** The state that was read before the write. */
  state?: State;
}
const nameOf = async (op: string, { path = {}, body, state }: Write, at = target) => {
  const write = { op, path, ...(body && { body }) };
  const [named] = await rowNames([{ write, operation: operations[op], state: state ?? null }], at);
  const { label, place, detail } = named?.name ?? {};
  return [label, place ?? null, detail ?? null];
};

const [core, acme] = [{ id: 1 }, { id: 1 }];
const [issue, mr, snippet] = [
  { ...core, issue_iid: 12 },
  { ...core, merge_request_iid: 4 },
  { ...core, snippet_id: 2 },
];
const file = { ...core, file_path: 'src/main.ts' };
const account = { ...acme, user_id: 8 };
const user = { ...acme, user_id: 9 };
const upload = { file: { fileName: 'plan.pdf' } };

/**
 * One write for each operation that names its rows in its own way, and the expected label, place and detail. The write
 * contains numeric IDs wherever the platform has them.
 */
const named: Record<string, [write: Write, label: string, place?: string | null, detail?: string]> = {
  'artifacts.keep': [{ path: { ...core, job_id: 45 } }, 'job 45', 'acme/core'],
  'artifacts.remove': [{ path: { ...core, job_id: 45 }, state: { files: ['a'] } }, 'job 45', 'acme/core'],
  'artifacts.removeAll': [{ path: core }, 'Core', 'acme/core'],
  'branches.create': [{ path: core, body: { branch: 'topic', ref: 'main' } }, 'topic', 'acme/core'],
  'branches.remove': [{ path: { ...core, branch: 'topic' } }, 'topic', 'acme/core'],
  'branches.removeMerged': [{ path: { id: 2 }, state: { branches: [] } }, 'acme/web'],
  'commits.create': [
    { path: core, body: { commit_message: 'Fix\n\nmore', branch: 'main' } },
    'Fix',
    'acme/core',
    'main',
  ],
  'context-commits.add': [{ path: mr, state: { ids: [] } }, 'Faster parser', 'acme/core!4'],
  'context-commits.remove': [{ path: mr }, 'Faster parser', 'acme/core!4'],
  'dependency-exports.createForGroup': [{ path: acme }, 'acme'],
  'dependency-exports.createForPipeline': [{ path: { id: 77 } }, 'pipeline 77'],
  'dependency-exports.createForProject': [{ path: core }, 'acme/core'],
  'deployments.create': [
    { path: core, body: { environment: 'production', ref: 'main' } },
    'production',
    'acme/core',
    'main',
  ],
  'deployments.edit': [{ path: { ...core, deployment_id: 5 } }, 'production #41', 'acme/core', 'main'],
  'deployments.remove': [{ path: { ...core, deployment_id: 5 } }, 'production #41', 'acme/core', 'main'],
  'enterprise-users.disableTwoFactor': [{ path: user }, 'Anna Smith', 'acme', 'anna'],
  'enterprise-users.edit': [{ path: user, body: { name: 'Anne' } }, 'Anna Smith', 'acme', 'anna'],
  'enterprise-users.remove': [{ path: user }, 'Anna Smith', 'acme', 'anna'],
  'files.create': [{ path: file, body: { branch: 'main' } }, 'src/main.ts', 'acme/core', 'main'],
  'files.edit': [{ path: file, body: { branch: 'main' } }, 'src/main.ts', 'acme/core', 'main'],
  'files.remove': [{ path: file, body: { branch: 'main' } }, 'src/main.ts', 'acme/core', 'main'],
  'group-service-accounts.create': [{ path: acme, body: { username: 'ci' } }, 'ci', 'acme'],
  'group-service-accounts.createToken': [{ path: account, body: { name: 'ci' } }, 'ci', 'acme', 'for Deploy bot'],
  'group-service-accounts.edit': [{ path: account, body: { name: 'x' } }, 'Deploy bot', 'acme', 'bot_8'],
  'group-service-accounts.remove': [{ path: account }, 'Deploy bot', 'acme', 'bot_8'],
  'imports.cancel': [{ body: { project_id: 1 } }, 'Core', 'acme/core'],
  'imports.fromCodehostA': [{ body: { repo_id: 6, target_namespace: 'acme', new_name: 'six' } }, 'acme/six'],
  'imports.fromCodehostB': [{ body: { repo_path: 'them/six', target_namespace: 'acme' } }, 'acme/them/six'],
  'imports.fromCodehostBServer': [{ body: { codehost_b_server_repo: 'six', target_namespace: 'acme' } }, 'acme/six'],
  'imports.gists': [{}, 'gists'],
  'job-token-scope.addGroup': [{ path: core, body: { target_group_id: 1 } }, 'acme', 'acme/core'],
  'job-token-scope.addProject': [{ path: core, body: { target_project_id: 2 } }, 'acme/web', 'acme/core'],
  'job-token-scope.edit': [{ path: core, body: { enabled: true } }, 'Core', 'acme/core'],
  'job-token-scope.removeGroup': [{ path: { ...core, target_group_id: 1 } }, 'acme', 'acme/core'],
  'job-token-scope.removeProject': [{ path: { ...core, target_project_id: 2 } }, 'acme/web', 'acme/core'],
  'members.create': [{ path: core, body: { user_id: 9, access_level: 30 } }, 'Anna Smith', 'acme/core'],
  'notes.createOnIssue': [{ path: issue, body: { body: 'Done' } }, 'Done', 'acme/core#12 Fix the parser'],
  'notes.createOnMergeRequest': [{ path: mr, body: { body: 'Done' } }, 'Done', 'acme/core!4 Faster parser'],
  'notes.createOnSnippet': [{ path: snippet, body: { body: 'Done' } }, 'Done', 'acme/core$2 Backup script'],
  'notes.editOfIssue': [{ path: { ...issue, note_id: 62 } }, 'Looks good', 'acme/core#12 Fix the parser', 'Paul Adams'],
  'notes.editOfSnippet': [
    { path: { ...snippet, note_id: 62 } },
    'Looks good',
    'acme/core$2 Backup script',
    'Paul Adams',
  ],
  'notes.removeOfIssue': [
    { path: { ...issue, note_id: 62 } },
    'Looks good',
    'acme/core#12 Fix the parser',
    'Paul Adams',
  ],
  'notes.removeOfSnippet': [
    { path: { ...snippet, note_id: 62 } },
    'Looks good',
    'acme/core$2 Backup script',
    'Paul Adams',
  ],
  'notification-settings.edit': [{ body: { level: 'watch' } }, 'your notifications'],
  'notification-settings.editOfGroup': [{ path: acme, body: { level: 'watch' } }, 'Acme', 'acme'],
  'notification-settings.editOfProject': [{ path: core, body: { level: 'watch' } }, 'Core', 'acme/core'],
  'personal-snippets.create': [{ body: { title: 'Notes' } }, 'Notes'],
  'personal-snippets.edit': [{ path: { id: 2 } }, 'Backup script', null, 'backup.sh'],
  'personal-snippets.remove': [{ path: { id: 2 } }, 'Backup script', null, 'backup.sh'],
  'project-snippets.create': [{ path: core, body: { title: 'Notes' } }, 'Notes', 'acme/core'],
  'project-snippets.edit': [{ path: snippet }, 'Backup script', 'acme/core', 'backup.sh'],
  'project-snippets.remove': [{ path: snippet }, 'Backup script', 'acme/core', 'backup.sh'],
  'protected-branches.protect': [{ path: core, body: { name: 'release/*' } }, 'release/*', 'acme/core'],
  'protected-branches.unprotect': [{ path: { ...core, name: 'main' } }, 'main', 'acme/core'],
  'push-rules.create': [{ path: acme, body: {} }, 'Acme', 'acme'],
  'push-rules.edit': [{ path: acme, body: {} }, 'Acme', 'acme'],
  'push-rules.remove': [{ path: acme }, 'Acme', 'acme'],
  'remote-mirrors.create': [{ path: core, body: { url: { secretRef: 'x' } } }, 'mirror', 'acme/core'],
  'remote-mirrors.edit': [{ path: { ...core, mirror_id: 3 } }, 'https://mirror.example/core.git', 'acme/core'],
  'remote-mirrors.remove': [{ path: { ...core, mirror_id: 3 } }, 'https://mirror.example/core.git', 'acme/core'],
  'remote-mirrors.sync': [{ path: { ...core, mirror_id: 3 } }, 'https://mirror.example/core.git', 'acme/core'],
  'runners.create': [{ body: { runner_type: 'group_type', group_id: 1 } }, 'runner', 'acme'],
  'runners.edit': [{ path: { id: 7 }, body: { paused: true } }, 'shared 1', null, '#7'],
  'service-accounts.create': [{ body: { name: 'Bot' } }, 'Bot'],
  'service-accounts.edit': [{ path: { id: 8 }, body: { name: 'x' } }, 'Deploy bot', null, 'bot_8'],
  'submodules.edit': [
    { path: { ...core, submodule: 'lib/a' }, body: { branch: 'main' } },
    'lib/a',
    'acme/core',
    'main',
  ],
  'uploads.create': [{ path: core, body: upload }, 'plan.pdf', 'acme/core'],
  'uploads.remove': [{ path: { ...core, upload_id: 11 } }, 'plan.pdf', 'acme/core'],
  'uploads.removeBySecret': [{ path: { ...core, secret: 'x', filename: 'plan.pdf' } }, 'plan.pdf', 'acme/core'],
  'webhooks.create': [{ path: core, body: { url: 'https://board.example/hook' } }, 'board.example', 'acme/core'],
  'webhooks.resend': [
    { path: { ...core, hook_id: 1, hook_event_id: 62 } },
    ...(['Release board', 'acme/core', 'Push, release/main-8'] as const),
  ],
  'wikis.attach': [{ path: core, body: upload }, 'plan.pdf', 'acme/core'],
  'wikis.create': [{ path: core, body: { title: 'Start' } }, 'Start', 'acme/core'],
  'wikis.edit': [{ path: { ...core, slug: 'home' }, body: { title: 'Start' } }, 'Home', 'acme/core', 'home'],
  'wikis.remove': [{ path: { ...core, slug: 'home' } }, 'Home', 'acme/core', 'home'],
};

const writing = [...endpoints.values()].filter(({ method }) => method !== 'GET' && method !== 'HEAD');

test('every write operation names its rows from the cache, and shows a number only if no name is cached', async () => {
  expect(Object.keys(named).filter((op) => !endpoints.has(op))).toEqual([]);
  for (const [op, [write, label, place = null, detail = null]] of Object.entries(named))
    expect([op, ...(await nameOf(op, write))]).toEqual([op, label, place, detail]);
});

test.each(writing.filter(({ name }) => !Object.hasOwn(named, name)).map(({ name, path }) => [name, path]))(
  '%s names its rows by the title that the declaration of the collection names',
  async (op, path) => {
    const caches = operations[op]?.caches;
    const how = `The \`caches\` of ${op} must lead to a row with a title, or \`named\` must have the names of its rows.`;
    const [title = ''] = caches === undefined ? [] : collections[caches.collection].title;
    expect(title, how).not.toBe('');
    const row = { [title]: 'Its title' };
    const parameters = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => [name, name === 'id' ? 1 : 6]);
    const isNew = caches?.kind === 'new';
    const write = {
      path: Object.fromEntries(parameters) as Record<string, number>,
      ...(isNew && { body: row }),
    };
    const [label, place] = await nameOf(op, write, { ...target, cachedRows: () => Promise.resolve([row]) });
    expect([label, place], how).toEqual(['Its title', path.startsWith('/projects/') ? 'acme/core' : 'acme']);
  },
);

test('an object and a place whose names are not known are numbers with their kind', async () => {
  expect(await nameOf('runners.edit', { path: { id: 99 } })).toEqual(['runner 99', null, null]);
  const note = { path: { id: 99, issue_iid: 5, note_id: 6 } };
  expect(await nameOf('notes.editOfIssue', note)).toEqual(['issue note 6', 'project 99#5', null]);
  const delivery = { path: { id: 99, hook_id: 5, hook_event_id: 6 } };
  expect(await nameOf('webhooks.resend', delivery)).toEqual(['webhook 5', 'project 99', 'delivery 6']);
});

test('the state that was read before the write names the object before the cache does', async () => {
  expect(await nameOf('runners.edit', { path: { id: 7 }, state: { description: 'new' } })).toEqual(['new', null, '#7']);
});

test('a hostile name is one line of limited length', async () => {
  const description = `a\u202eb\n${'x'.repeat(10_000)}`;
  const [label = ''] = await nameOf('runners.edit', { path: { id: 7 }, state: { description } });
  expect(label).toMatch(/^a\u202eb x{246}…$/);
});
