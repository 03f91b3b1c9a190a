import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';
import type { Endpoint } from '#main/api/types.ts';
import { collections } from '#shared/contract/collections.ts';
import type { Declaration } from '#shared/contract/collection.ts';

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
  'group-releases.list': { simple: 'All fields are requested.' },
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

function parametersOf({ query }: Endpoint): string[] {
  const { shape } = (query ?? {}) as { shape?: object };
  return Object.keys(shape ?? {});
}
