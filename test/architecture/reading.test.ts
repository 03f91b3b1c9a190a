import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';
import type { Endpoint } from '#main/api/types.ts';
import { collections } from '#shared/contract/collections.ts';
import type { Declaration } from '#shared/contract/collection.ts';
import { ownFields } from './own-fields.ts';

const root = process.cwd();
const reading = [...endpoints].filter(([, { method }]) => method === 'GET' || method === 'HEAD');
const declared: readonly (readonly [string, Declaration])[] = Object.entries(collections);

/** Reads that are not the request of a collection: the file that sends them, and the page that shows the reply. */
const sentBy: Readonly<Record<string, readonly [file: string, page: string]>> = {
  'files.get': ['files/file-store.ts', 'code'],
  'files.metadata': ['files/file-store.ts', 'code'],
  'files.raw': ['files/file-store.ts', 'code'],
  'files.blame': ['files/blame.ts', 'code'],
  'artifacts.archive': ['artifacts/artifact-store.ts', 'deployments'],
  'artifacts.archiveOfReference': ['artifacts/artifact-store.ts', 'deployments'],
  'artifacts.file': ['artifacts/artifact-store.ts', 'deployments'],
  'artifacts.fileOfReference': ['artifacts/artifact-store.ts', 'deployments'],
  'remote-mirrors.publicKey': ['remote-mirrors/remote-mirrors.ts', 'remote-mirrors'],
  'personal-snippets.raw': ['snippets/snippet-contents.ts', 'snippets'],
  'personal-snippets.rawFile': ['snippets/snippet-contents.ts', 'snippets'],
  'project-snippets.raw': ['snippets/snippet-contents.ts', 'snippets'],
  'dependency-exports.get': ['dependency-exports/export-status.ts', 'dependency-exports'],
  'dependency-exports.download': ['dependency-exports/export-states.ts', 'dependency-exports'],
  'keys.get': ['keys/keys-lookup.ts', 'keys'],
  'keys.find': ['keys/keys-lookup.ts', 'keys'],
  'members.list': ['lists/sources/members.ts', 'members'],
  'members.get': ['lists/sources/members.ts', 'members'],
  'runners.listJobs': ['runners/runner-jobs.ts', 'runners'],
  'uploads.file': ['uploads.ts', 'uploads'],
  'uploads.fileBySecret': ['uploads.ts', 'issues'],
};

/** Fields of replies of no collection: the name of each one in the sources of its page, or why the page does not show it. */
const fieldsOfPages: Readonly<Record<string, Readonly<Record<string, string | { why: string }>>>> = {
  'files.get': {
    ...{ file_name: 'facts.fileName', file_path: 'facts.filePath', ref: 'facts.ref', content: 'content' },
    ...{ blob_id: 'facts.blobId', commit_id: 'facts.commitId', last_commit_id: 'facts.lastCommitId' },
    ...{ content_sha256: 'facts.contentSha256', execute_filemode: 'facts.isExecutable' },
    ...{ size: 'facts.sizeBytes', encoding: 'facts.encoding' },
  },
  'files.blame': { commit: 'commitId', lines: 'lines' },
  'remote-mirrors.publicKey': { public_key: 'mirrorPublicKey' },
  'dependency-exports.get': {
    ...{ id: 'exportId', export_type: 'exportType', status: 'row.state', has_finished: 'row.state' },
    ...{ expires_at: 'expiresAt' },
    send_email: { why: 'A setting of the request, which the dialog shows.' },
    self: { why: 'The address of this request.' },
    download: { why: 'The address of the download, which the page offers.' },
  },
  'runners.listJobs': Object.fromEntries(
    ['id', 'status', 'name', 'stage', 'ref', 'created_at', 'started_at', 'finished_at'].map((name) => [
      name,
      'job.raw',
    ]),
  ),
};

/** Reads that no page needs, with the reason. */
const notShown: Readonly<Record<string, string>> = {
  'files.blameMetadata': 'The blame itself is requested; its headers are those of the file.',
  'files.rawHeaders': 'The headers of the file are requested, which also have its hash.',
};

/** Parameters that no filter has, whatever the list. */
const ofEveryList: Readonly<Record<string, string>> = {
  page: 'Paging.',
  per_page: 'Paging.',
  pagination: 'Paging.',
  order_by: 'Rows are sorted in the cache, by any sortable column.',
  sort: 'Rows are sorted in the cache, by any sortable column.',
  job_token: 'Is entered in the dialog of the download.',
};

/** Parameters of single requests that no filter has: what Reeve does instead. */
const withoutFilter: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'artifacts.tree': { path: 'The whole tree is requested.' },
  'commits.list': {
    ...{ ref_name: 'A list.', all: 'A list.', path: 'A list.', follow: 'A list.', order: 'A list.' },
    first_parent: 'Each selection is a separate list (decision 30).',
    trailers: 'Always requested.',
    with_stats: 'Always requested.',
  },
  'commits.get': { stats: 'Requested by default.' },
  'group-releases.list': {
    simple: 'It returns fewer fields, which the documents don’t show. The page shows all fields, so all are requested.',
  },
  'issues.list': {
    in: 'One filter for each field.',
    not: 'One filter for each exclusion.',
    with_labels_details: 'Names of labels are enough.',
  },
  'issues.listOfGroup': {
    in: 'One filter for each field.',
    not: 'One filter for each exclusion.',
    with_labels_details: 'Names of labels are enough.',
  },
  'merge-requests.list': {
    in: 'One filter for each field.',
    not: 'One filter for each exclusion.',
    wip: 'The filter for drafts.',
    render_html: 'HTML of the platform is not shown.',
    view: 'All fields are requested.',
    with_labels_details: 'Names of labels are enough.',
    with_merge_status_recheck: 'It makes the platform work.',
  },
  'notes.listOfIssue': { activity_filter: 'The segments All, Comments and Activity.' },
  'members.listAll': { query: 'The search in the cache.', show_seat_info: 'Always requested.' },
  'runners.list': { scope: 'Deprecated: type and status replace it.' },
  'runners.listAll': { scope: 'Deprecated: type and status replace it.' },
  'users.list': { search: 'The search in the cache.', with_custom_attributes: 'Not documented what it returns.' },
  'wikis.list': { with_content: 'Always requested.' },
  'wikis.get': { render_html: 'A button of the page.', version: 'A field of the page.' },
};

/** Requests of a single key, whose replies are the rows of the keys. */
const repliesOf = new Map([
  ['keys.get', ['keys']],
  ['keys.find', ['keys']],
]);

function collectionOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): readonly [string, Declaration] | undefined {
  const request = `${method} ${path}`;
  return declared.find(([, { lists, one }]) => {
    const ones = typeof one === 'object' ? Object.values(one) : [one];
    return [...Object.values(lists).flat(), ...ones].includes(request as never);
  });
}

test('every documented read belongs to a collection or is sent for a page', () => {
  const missing = reading.filter(
    ([name, endpoint]) => collectionOf(endpoint) === undefined && !(name in sentBy) && !(name in notShown),
  );
  expect(reading.length).toBeGreaterThan(70);
  expect(missing.map(([name]) => name)).toEqual([]);
  const stale = [...Object.keys(sentBy), ...Object.keys(notShown)].filter(
    (name) => !reading.some(([other, endpoint]) => other === name && collectionOf(endpoint) === undefined),
  );
  expect(stale).toEqual([]);
});

test.each(Object.entries(sentBy))('%s is sent by the file that the table names, for a page that exists', (name, at) => {
  const [file, page] = at;
  const verb = name.split('.')[1] ?? '';
  expect(readFileSync(join(root, 'src-main/services', file), 'utf8')).toMatch(new RegExp(`\\.${verb}\\b`));
  expect(existsSync(join(root, 'src-renderer/pages', page))).toBe(true);
});

test('the fields of a collection are those of its replies, and those that Reeve adds', () => {
  const replies = new Map<string, Set<string>>();
  for (const [, endpoint] of reading) {
    const [name] = collectionOf(endpoint) ?? repliesOf.get(endpoint.name) ?? [];
    if (name === undefined) continue;
    const known = replies.get(name) ?? new Set();
    replies.set(name, new Set([...known, ...fieldsOf(endpoint.reply)]));
  }
  for (const [name, { row }] of declared) {
    const own = (ownFields as Readonly<Record<string, readonly string[]>>)[name] ?? [];
    expect([name, [...(replies.get(name) ?? []), ...own].toSorted()]).toEqual([
      name,
      Object.keys(row.shape).toSorted(),
    ]);
  }
});

test('every field of a reply that belongs to no collection is named on its page, or has a reason why not', () => {
  for (const [name, endpoint] of reading) {
    if (collectionOf(endpoint) !== undefined || !(name in sentBy) || endpoint.replyKind === 'headers') continue;
    const fields = fieldsOf(endpoint.reply);
    if (fields.length === 0 || repliesOf.has(name) || name.startsWith('members.')) continue;
    const shownAs = fieldsOfPages[name] ?? {};
    expect([name, Object.keys(shownAs).toSorted()]).toEqual([name, fields.toSorted()]);
    const sources = sourcesOf(join(root, 'src-renderer/pages', sentBy[name]?.[1] ?? ''));
    const unnamed = Object.values(shownAs).filter((as) => typeof as === 'string' && !sources.includes(as));
    expect([name, unnamed]).toEqual([name, []]);
  }
});

test('every documented parameter of a list is a filter, or there is a reason why not', () => {
  const unexplained = reading.flatMap(([name, endpoint]) => {
    const [, declaration] = collectionOf(endpoint) ?? [];
    if (declaration === undefined) return [];
    const { filter, asked, query = {} } = declaration;
    const offered = [...Object.keys(filter.shape), ...Object.values(asked), ...Object.keys(query)];
    const explained = { ...ofEveryList, ...withoutFilter[name] };
    return parametersOf(endpoint)
      .filter((one) => !offered.includes(one) && !(one in explained))
      .map((one) => `${name} ${one}`);
  });
  expect(unexplained).toEqual([]);
});

/** The fields of a reply: of an object, or of the rows of a list. */
function fieldsOf(reply: unknown): string[] {
  const { shape, element, innerType, in: input } = (reply ?? {}) as Record<string, unknown>;
  if (shape !== undefined) return Object.keys(shape as object);
  const inner = element ?? input ?? innerType ?? (reply as { def?: { innerType?: unknown; in?: unknown } }).def?.in;
  return inner === undefined ? [] : fieldsOf(inner);
}

function sourcesOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(ts|svelte)$/.test(file),
  );
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
}

function parametersOf({ query }: Endpoint): string[] {
  const { shape } = (query ?? {}) as { shape?: object };
  return Object.keys(shape ?? {});
}
