import { expect, test } from 'vitest';
import { mostShownText } from '#shared/contract/snippet-files.ts';
import { changingProxy } from '../../helpers/changing-proxy.ts';
import { profile, rig, syncList, type Rig } from '../../helpers/rig.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import type { Snippet } from '../../platform/world/snippets.ts';

const slice = { from: 0, count: 200 };
const hello = '#!/bin/sh\necho "hello & <goodbye>"\n';

/** The snippets of the administrator, by title. */
const personal = ({ platform }: Pick<Rig, 'platform'>, title: string): Snippet => {
  const found = [...platform.world.snippets.all()].find((one) => one.title === title);
  if (found === undefined) throw new Error(`no snippet ${title}`);
  return found;
};
function giveFiles(snippet: Snippet, files: { path: string; content: string }[]): void {
  const last = snippet.versions.at(-1);
  snippet.versions = [...snippet.versions, { sha: 'c'.repeat(40), at: (last?.at ?? 0) + 1, files }];
  snippet.updated_at += 60_000;
}

test('personal snippets of the user and snippets of a project are two lists, with their files in the details', async () => {
  const given = await rig();
  const { client, platform } = given;
  expect(await syncList(client, 'snippets')).toMatchObject({ state: 'done', unreadable: 0 });
  const own = await client.snippets.list({ query: { scope: '' }, slice });
  expect(own.rows.map(({ row }) => row.title).toSorted()).toEqual(['Say hello', 'Secret notes']);
  const scope = `project:${platform.world.projects.lookup(PROJECT_PATHS.private)?.id}`;
  expect(await syncList(client, 'snippets', scope)).toMatchObject({ state: 'done' });
  const [row] = (await client.snippets.list({ query: { scope }, slice })).rows;
  expect(row?.row).toMatchObject({ title: 'For the team', visibility: 'private' });
  expect(row?.row.files).toBeUndefined();
  await client.snippets.refresh({ scope, id: row?.row.id ?? 0 });
  expect((await client.snippets.get({ scope, id: row?.row.id ?? 0 }))?.row.files?.map(({ path }) => path)).toEqual([
    'hello.sh',
    'docs/notes ünïcode.md',
  ]);
  const { hits } = await client.search.find({ words: 'secret notes', limit: 20 });
  expect(hits).toContainEqual(expect.objectContaining({ kind: 'snippets', title: 'Secret notes' }));
});

test('the files of a personal snippet are read without the network once they were fetched', async () => {
  const given = await rig();
  const { client, platform } = given;
  const { id } = personal(given, 'Secret notes');
  const first = { scope: '', id, path: null };
  const second = { scope: '', id, path: 'hello.sh' };
  await client.snippets.refresh({ scope: '', id });
  expect(await client.snippetFiles.content(first)).toEqual({ state: 'not-stored' });
  await client.snippetFiles.refresh(first);
  await client.snippetFiles.refresh(second);
  await platform.close();
  expect(await client.snippetFiles.content(first)).toMatchObject({
    ...{ state: 'stored', text: '# Notes\n\n日本語 🎉\n', isCut: false, isOutdated: false },
  });
  expect(await client.snippetFiles.content({ ...first, path: 'docs/notes ünïcode.md' })).toMatchObject({
    state: 'stored',
  });
  expect(await client.snippetFiles.content(second)).toMatchObject({ text: hello });
  const reopened = await given.restart();
  expect(await reopened.snippetFiles.content(second)).toMatchObject({ text: hello });
});

test('the same content of two snippets is stored once', async () => {
  const given = await rig();
  const { client } = given;
  const contents = [];
  for (const [title, path] of [
    ['Say hello', null],
    ['Secret notes', 'hello.sh'],
  ] as const) {
    const address = { scope: '', id: personal(given, title).id, path };
    await client.snippetFiles.refresh(address);
    contents.push(await client.snippetFiles.content(address));
  }
  const [one, other] = contents;
  expect(one).toMatchObject({ sha256: (other as { sha256: string }).sha256 });
  const { storage } = await client.dependencyExports.list({ query: {}, slice });
  expect(storage).toMatchObject({ files: 1, usedBytes: Buffer.byteLength(hello) });
});

test('a file is outdated after the snippet changed, until it is fetched again', async () => {
  const given = await rig();
  const { client } = given;
  const snippet = personal(given, 'Say hello');
  const address = { scope: '', id: snippet.id, path: null };
  await syncList(client, 'snippets');
  await client.snippetFiles.refresh(address);
  giveFiles(snippet, [{ path: 'hello.sh', content: 'exit 0\n' }]);
  await syncList(client, 'snippets');
  expect(await client.snippetFiles.content(address)).toMatchObject({ text: hello, isOutdated: true });
  await client.snippetFiles.refresh({ ...address, maxAgeMs: 60_000 });
  expect(await client.snippetFiles.content(address)).toMatchObject({ text: 'exit 0\n', isOutdated: false });
});

test('only the first file of a snippet of a project can be fetched', async () => {
  const given = await rig();
  const { client } = given;
  const { id, project_id } = personal(given, 'For the team');
  const scope = `project:${project_id}`;
  await client.snippets.refresh({ scope, id });
  await client.snippetFiles.refresh({ scope, id, path: 'hello.sh' });
  expect(await client.snippetFiles.content({ scope, id, path: null })).toMatchObject({ text: hello });
  await expect(client.snippetFiles.refresh({ scope, id, path: 'docs/notes ünïcode.md' })).rejects.toMatchObject({
    code: 'invalid',
  });
});

test('a file that is too large is refused, and the rest of the snippet is stored', async () => {
  const given = await rig();
  const { client, platform } = given;
  const snippet = personal(given, 'Say hello');
  giveFiles(snippet, [
    { path: 'small.txt', content: 'small' },
    { path: 'large.txt', content: 'x' },
  ]);
  // Only the header contains this size; the body is small
  const front = await changingProxy(platform, {
    headers: ({ 'transfer-encoding': _, ...all }, url) =>
      url.includes('large') ? { ...all, 'content-length': '200000000' } : all,
  });
  await client.profiles.add({ ...profile, name: 'Front', url: front.url, token: platform.tokens.admin });
  await client.snippets.refresh({ scope: '', id: snippet.id });
  const large = { scope: '', id: snippet.id, path: 'large.txt' };
  await expect(client.snippetFiles.refresh(large)).rejects.toMatchObject({ code: 'remote', reason: 'too-large' });
  expect(await client.snippetFiles.content(large)).toEqual({ state: 'not-stored' });
  const stored = await client.snippetFiles.store({ scope: '', id: snippet.id });
  expect(stored).toEqual({
    ...{ state: 'partly', bytes: 5, notInApi: 0 },
    refused: [{ path: 'large.txt', reason: 'too-large' }],
  });
  expect(await client.snippetFiles.content({ ...large, path: null })).toMatchObject({ text: 'small' });
});

test('all files of a snippet are stored with one call, and only what changed is requested again', async () => {
  const given = await rig();
  const { client, platform } = given;
  const { id } = personal(given, 'Secret notes');
  const requests = () => platform.requests.count('GET /snippets/:id/raw');
  const files = () => platform.requests.count('GET /snippets/:id/files/:ref/:file_path/raw');
  const whole = await client.snippetFiles.store({ scope: '', id });
  expect(whole).toMatchObject({ state: 'stored', refused: [] });
  expect([requests(), files()]).toEqual([1, 1]);
  expect(await client.snippetFiles.store({ scope: '', id })).toEqual(whole);
  expect([requests(), files()]).toEqual([1, 1]);
  const ofProject = personal(given, 'For the team');
  const scope = `project:${ofProject.project_id}`;
  expect(await client.snippetFiles.store({ scope, id: ofProject.id })).toMatchObject({ state: 'stored', notInApi: 1 });
  await expect(client.snippetFiles.store({ scope: '', id: 9_999 })).rejects.toMatchObject({ code: 'missing' });
});

test('a long text is cut for the window, and bytes that are no text are not shown', async () => {
  const given = await rig();
  const { client } = given;
  const snippet = personal(given, 'Say hello');
  giveFiles(snippet, [
    { path: '../../../etc/passwd', content: 'ä'.repeat(3 * mostShownText) },
    { path: 'image.png', content: '\u0089PNG\0\0\0' },
  ]);
  await client.snippets.refresh({ scope: '', id: snippet.id });
  const long = { scope: '', id: snippet.id, path: null };
  await client.snippetFiles.refresh(long);
  const shown = await client.snippetFiles.content(long);
  expect(shown).toMatchObject({ isCut: true, sizeBytes: 6 * mostShownText });
  expect(shown.state === 'stored' && shown.text?.length).toBe(mostShownText);
  const image = { ...long, path: 'image.png' };
  await client.snippetFiles.refresh(image);
  expect(await client.snippetFiles.content(image)).toMatchObject({ text: null, isCut: false });
  const { path } = await client.snippetFiles.save(long);
  expect(path).toMatch(/passwd$/);
  expect(path).not.toContain('..');
});
