import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { PATHS, PIXEL_PNG } from '../../platform/seed/repository-files.ts';
import {
  repositoryPath,
  commit,
  fieldsOf,
  filePath,
  form,
  headOf,
  json,
  messageOf,
  projectOf,
  row,
  textOf,
} from '../repository-rig.ts';
import { BLAMED_COMMIT, FILE } from '../resources/repositories.ts';
import { ask, start } from '../rig.ts';

const bytesOf = (file: Record<string, unknown>) => Buffer.from(file.content as string, 'base64');
/** For tests that send or receive many megabytes. */
const SLOW_MS = 60_000;
const newFile = { branch: 'feature/login-form', commit_message: 'Add a file', content: 'one\ntwo\n' };

test('a file has exactly the documented fields, and they are consistent', async () => {
  const platform = await start();
  const answer = await ask(platform, 'reporter', `${filePath(PATHS.spaces)}?ref=main`);
  const file = row(answer);
  expect(answer.status).toBe(200);
  expect(fieldsOf(file)).toEqual(FILE);
  const bytes = bytesOf(file);
  expect(bytes.toString('utf8')).toContain('Änderungen');
  expect(file).toMatchObject({
    file_name: 'Änderungen 2026.md',
    file_path: PATHS.spaces,
    size: bytes.length,
    encoding: 'base64',
    ref: 'main',
    execute_filemode: false,
    content_sha256: createHash('sha256').update(bytes).digest('hex'),
    blob_id: createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex'),
    commit_id: await headOf(platform, 'main'),
  });
});

test('HEAD of a file and of its blame returns the same values in headers', async () => {
  const platform = await start();
  const file = row(await ask(platform, 'reporter', `${filePath(PATHS.script)}?ref=v1.0.0`));
  for (const path of [filePath(PATHS.script), `${filePath(PATHS.script)}/blame`]) {
    const answer = await ask(platform, 'reporter', `${path}?ref=v1.0.0`, { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([200, '']);
    for (const field of FILE.filter((name) => name !== 'content')) {
      const header = `X-Service-${field.replaceAll('_', '-')}`;
      expect(answer.headers.get(header), header).toBe(String(file[field]));
    }
  }
  expect(file.execute_filemode).toBe(true);
});

test('after the file has changed, HEAD with the former ETag is not 304', async () => {
  const platform = await start();
  const path = `${filePath('LICENSE')}?ref=main`;
  const etag = (await ask(platform, 'reporter', path, { method: 'HEAD' })).headers.get('etag') ?? '';
  const again = () => ask(platform, 'reporter', path, { method: 'HEAD', headers: { 'if-none-match': etag } });
  expect((await again()).status).toBe(304);
  await commit(platform, 'main', [{ action: 'update', file_path: 'LICENSE', content: 'none' }]);
  expect((await again()).status).toBe(200);
});

test('a file name with non-ASCII characters is sent as UTF-8 in headers', async () => {
  const answer = await ask(await start(), 'reporter', `${filePath(PATHS.otherScript)}?ref=main`, { method: 'HEAD' });
  const name = Buffer.from(answer.headers.get('x-service-file-name') ?? '', 'latin1').toString('utf8');
  expect(name).toBe('概要.md');
});

test('a file can be read by branch, tag, commit and HEAD', async () => {
  const platform = await start();
  const sha = await headOf(platform, 'main');
  for (const ref of ['main', 'v0.9.0', 'v1.0.0', sha, sha.slice(0, 10), 'HEAD', 'feature%2Flogin-form']) {
    const answer = await ask(platform, 'reporter', `${filePath('README.md')}?ref=${ref}`);
    expect(answer.status, ref).toBe(200);
  }
});

test('last_commit_id is the last commit that touched the file', async () => {
  const platform = await start();
  const made = await commit(platform, 'main', [{ action: 'create', file_path: 'new.txt', content: 'a' }]);
  await commit(platform, 'main', [{ action: 'create', file_path: 'newer.txt', content: 'b' }]);
  const file = row(await ask(platform, 'maintainer', `${filePath('new.txt')}?ref=main`));
  expect(file.last_commit_id).toBe(made.id);
  expect(file.commit_id).not.toBe(made.id);
});

test.each([
  ['an unknown file', `${filePath('nothing.md')}?ref=main`, 404],
  ['a directory', `${filePath('docs')}?ref=main`, 404],
  ['a submodule', `${filePath(PATHS.submodule)}?ref=main`, 404],
  ['an unknown ref', `${filePath('README.md')}?ref=nowhere`, 404],
  ['no ref', filePath('README.md'), 400],
  ['an empty ref', `${filePath('README.md')}?ref=`, 400],
  ['a path that climbs', `${filePath('docs/../README.md')}?ref=main`, 400],
  ['an unknown project', '/projects/9999/repository/files/README.md?ref=main', 404],
])('%s is refused', async (_what, path, status) => {
  const answer = await ask(await start(), 'maintainer', path);
  expect(answer.status).toBe(status);
  expect(messageOf(answer)).toMatch(/\w/);
});

test('missing parameters are reported only to users who can see the project', async () => {
  const platform = await start();
  expect((await ask(platform, 'outsider', filePath('README.md'))).status).toBe(404);
  expect((await ask(platform, 'reporter', filePath('README.md'))).status).toBe(400);
});

test('files of a private project can be read by Reporters and auditors; other users get 404, guests 403', async () => {
  const platform = await start();
  const path = `${filePath('README.md')}?ref=main`;
  const expected = { reporter: 200, developer: 200, auditor: 200, admin: 200, guest: 403, outsider: 404 } as const;
  for (const [who, status] of Object.entries(expected)) {
    const answer = await ask(platform, who as keyof typeof expected, path);
    expect(answer.status, who).toBe(status);
  }
  expect((await ask(platform, null, path)).status).toBe(404);
});

test('files of a public project can be read without a token', async () => {
  const platform = await start();
  for (const suffix of ['?ref=main', '/blame?ref=main', '/raw']) {
    const answer = await ask(platform, null, `${filePath('README.md', 'public')}${suffix}`);
    expect(answer.status, suffix).toBe(200);
  }
});

test('the bytes of an image are returned unchanged, in Base64 and raw', async () => {
  const platform = await start();
  const file = row(await ask(platform, 'reporter', `${filePath(PATHS.picture)}?ref=main`));
  expect(bytesOf(file)).toEqual(PIXEL_PNG);
  const headers = { 'private-token': platform.tokens.reporter };
  const raw = await fetch(`${platform.url}/api/v4${filePath(PATHS.picture)}/raw`, { headers });
  expect(Buffer.from(await raw.arrayBuffer())).toEqual(PIXEL_PNG);
  const head = await fetch(`${platform.url}/api/v4${filePath(PATHS.picture)}/raw`, { headers, method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe(String(PIXEL_PNG.length));
  expect(head.headers.get('x-service-blob-id')).toBe(file.blob_id);
});

test('raw returns the pointer of a Git LFS file, or with `lfs` its content', async () => {
  const platform = await start();
  const path = `${filePath(PATHS.largeFile)}/raw`;
  const pointer = (await ask(platform, 'reporter', path)).text;
  expect(pointer).toMatch(/^version https:\/\/git-lfs/);
  const content = (await ask(platform, 'reporter', `${path}?lfs=true`)).text;
  expect(content).toMatch(/^The whole film/);
  expect(pointer).toContain(`oid sha256:${createHash('sha256').update(content).digest('hex')}`);
  expect(pointer).toContain(`size ${content.length}\n`);
  const plain = await ask(platform, 'reporter', `${filePath('README.md')}/raw?lfs=true`);
  expect(plain.text).toMatch(/^# Core/);
});

test('blame returns the commit of every line, in order', async () => {
  const platform = await start();
  const answer = await ask(platform, 'reporter', `${filePath(PATHS.stations)}/blame?ref=main`);
  const chunks = answer.rows as { commit: Record<string, unknown>; lines: string[] }[];
  const whole = (await textOf(platform, PATHS.stations, 'main')) ?? '';
  expect(chunks.flatMap(({ lines }) => lines).join('\n')).toBe(whole.trimEnd());
  expect(whole.split('\n').length).toBeGreaterThan(1900);
  expect(fieldsOf(chunks[0])).toEqual(['commit', 'lines']);
  expect(fieldsOf(chunks[0]?.commit)).toEqual(BLAMED_COMMIT);
  expect(new Set(chunks.map(({ commit: { author_name } }) => author_name)).size).toBeGreaterThan(4);
  for (let i = 1; i < chunks.length; i += 1) expect(chunks[i]?.commit.id).not.toBe(chunks[i - 1]?.commit.id);
});

test('blame can be limited to a range of lines', async () => {
  const platform = await start();
  const path = `${filePath(PATHS.stations)}/blame?ref=main&range[start]=3&range[end]=6`;
  const chunks = (await ask(platform, 'reporter', path)).rows as { lines: string[] }[];
  const whole = ((await textOf(platform, PATHS.stations, 'main')) ?? '').split('\n');
  expect(chunks.flatMap(({ lines }) => lines)).toEqual(whole.slice(2, 6));
});

test.each([
  'range[start]=6&range[end]=3',
  'range[start]=0&range[end]=3',
  'range[start]=a&range[end]=3',
  'range[start]=90000&range[end]=90001',
])('blame refuses %s', async (range) => {
  const answer = await ask(await start(), 'reporter', `${filePath(PATHS.stations)}/blame?ref=main&${range}`);
  expect(answer.status).toBe(400);
});

test('a file is created, changed and deleted', async () => {
  const platform = await start();
  const path = filePath('docs/neu & alt/α.txt');
  const made = await ask(platform, 'developer', path, json('POST', newFile));
  expect([made.status, made.json]).toEqual([201, { file_path: 'docs/neu & alt/α.txt', branch: newFile.branch }]);
  expect(await textOf(platform, 'docs/neu & alt/α.txt', newFile.branch)).toBe('one\ntwo\n');

  const changed = await ask(platform, 'developer', path, json('PUT', { ...newFile, content: 'three' }));
  expect([changed.status, changed.json]).toEqual([200, made.json]);
  expect(await textOf(platform, 'docs/neu & alt/α.txt', newFile.branch)).toBe('three');

  const query = `branch=${encodeURIComponent(newFile.branch)}&commit_message=Delete`;
  const gone = await ask(platform, 'developer', `${path}?${query}`, { method: 'DELETE' });
  expect([200, 204]).toContain(gone.status);
  expect(await textOf(platform, 'docs/neu & alt/α.txt', newFile.branch)).toBeNull();
});

test('the author of a commit is the user of the token unless the request has another author', async () => {
  const platform = await start();
  await ask(platform, 'developer', filePath('a.txt'), json('POST', newFile));
  const other = { author_name: '王伟', author_email: 'wei@mail.example' };
  await ask(platform, 'developer', filePath('b.txt'), json('POST', { ...newFile, ...other }));
  const newest = `${repositoryPath()}/commits?ref_name=${encodeURIComponent(newFile.branch)}&per_page=2`;
  const [second, first] = (await ask(platform, 'developer', newest)).rows;
  expect(first).toMatchObject({ author_name: 'Mei Tanaka', author_email: 'developer@platform.example' });
  expect(second).toMatchObject({ ...other, committer_name: 'Mei Tanaka', message: 'Add a file' });
  expect(second?.created_at).toBe('2026-11-15T12:00:00Z');
});

test('form fields, Base64, the executable bit and `start_branch` are accepted', async () => {
  const platform = await start();
  const pairs = [
    ['branch', 'made-by-form'],
    ['start_branch', 'stable'],
    ['commit_message', 'Add a tool'],
    ['content', Buffer.from([0, 255, 10]).toString('base64')],
    ['encoding', 'base64'],
    ['execute_filemode', 'true'],
  ] as const;
  const made = await ask(platform, 'developer', filePath('bin/tool'), form('POST', pairs));
  expect(made.status, made.text).toBe(201);
  const file = row(await ask(platform, 'developer', `${filePath('bin/tool')}?ref=made-by-form`));
  expect(bytesOf(file)).toEqual(Buffer.from([0, 255, 10]));
  expect(file.execute_filemode).toBe(true);
  const { parent_ids } = row(await ask(platform, 'developer', `${repositoryPath()}/commits/made-by-form`));
  expect(parent_ids).toEqual([await headOf(platform, 'stable')]);
});

test.each([
  ['no branch', 'a.txt', { branch: undefined }],
  ['no message', 'a.txt', { commit_message: undefined }],
  ['an empty message', 'a.txt', { commit_message: '' }],
  ['no content', 'a.txt', { content: undefined }],
  ['an unknown encoding', 'a.txt', { encoding: 'rot13' }],
  ['bad Base64', 'a.txt', { encoding: 'base64', content: '%%%' }],
  ['an unknown branch', 'a.txt', { branch: 'nowhere' }],
  ['an unknown start', 'a.txt', { branch: 'new', start_branch: 'nowhere' }],
  ['an existing branch with another start', 'a.txt', { start_branch: 'main' }],
  ['a file that exists', 'README.md', {}],
  ['a directory that exists', 'docs', {}],
  ['a file in place of a directory', 'README.md/a', {}],
  ['a path that climbs', 'docs/../../a.txt', {}],
  ['a path into .git', '.git/config', {}],
  ['an absolute path', '/a.txt', {}],
])('creating with %s is refused with 400', async (_what, path, changes) => {
  const platform = await start();
  const before = await headOf(platform, newFile.branch);
  const answer = await ask(platform, 'developer', filePath(path), json('POST', { ...newFile, ...changes }));
  expect(answer.status, answer.text).toBe(400);
  expect(messageOf(answer)).toMatch(/\w/);
  expect(await headOf(platform, newFile.branch)).toBe(before);
});

test('an update is refused if the file is missing, stays the same, or was changed by somebody else', async () => {
  const platform = await start();
  const put = (path: string, changes: object) =>
    ask(platform, 'developer', filePath(path), json('PUT', { ...newFile, ...changes }));
  expect((await put('missing.txt', {})).status).toBe(400);
  const content = await textOf(platform, 'README.md', newFile.branch);
  expect((await put('README.md', { content })).status).toBe(400);

  const seen = row(
    await ask(platform, 'developer', `${filePath('README.md')}?ref=${encodeURIComponent(newFile.branch)}`),
  );
  expect((await put('README.md', { content: 'A', last_commit_id: seen.last_commit_id })).status).toBe(200);
  const late = await put('README.md', { content: 'B', last_commit_id: seen.last_commit_id });
  expect(late.status).toBe(400);
  expect(await textOf(platform, 'README.md', newFile.branch)).toBe('A');
});

test('deleting a missing file is refused', async () => {
  const path = `${filePath('missing.txt')}?branch=${encodeURIComponent(newFile.branch)}&commit_message=x`;
  const answer = await ask(await start(), 'developer', path, { method: 'DELETE' });
  expect(answer.status).toBe(400);
});

test('of two updates based on the same commit, the second is refused', async () => {
  const platform = await start();
  const { last_commit_id } = row(await ask(platform, 'maintainer', `${filePath('LICENSE')}?ref=main`));
  const answers = await Promise.all(
    ['A', 'B', 'C'].map((content) =>
      ask(
        platform,
        'maintainer',
        filePath('LICENSE'),
        json('PUT', { ...newFile, branch: 'main', content, last_commit_id }),
      ),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
});

test('writing requires the Developer role, and on protected branches the Maintainer role', async () => {
  const platform = await start();
  const write = async (who: Parameters<typeof ask>[1], branch: string, n: string) =>
    (await ask(platform, who, filePath(`roles/${n}.txt`), json('POST', { ...newFile, branch }))).status;
  expect(await write('reporter', newFile.branch, '1')).toBe(403);
  expect(await write('guest', newFile.branch, '2')).toBe(403);
  expect(await write('outsider', newFile.branch, '3')).toBe(404);
  expect(await write(null, newFile.branch, '4')).toBe(401);
  expect(await write('read_api', newFile.branch, '5')).toBe(403);
  expect(await write('auditor', newFile.branch, '6')).toBe(403);
  expect(await write('developer', 'main', '7')).toBe(403);
  expect(await write('developer', newFile.branch, '8')).toBe(201);
  expect(await write('maintainer', 'main', '9')).toBe(201);
  expect(await write('admin', 'main', '10')).toBe(201);
});

test('commits to an archived project are refused', async () => {
  const platform = await start();
  projectOf(platform).archived = true;
  const answer = await ask(platform, 'maintainer', filePath('a.txt'), json('POST', newFile));
  expect(answer.status).toBe(403);
});

test('each user can read a file over 10 MB five times a minute', { timeout: SLOW_MS }, async () => {
  const platform = await start();
  const path = `${filePath(PATHS.huge, 'public')}?ref=large-files`;
  for (let i = 0; i < 5; i += 1) expect((await ask(platform, 'developer', path)).status).toBe(200);
  expect((await ask(platform, 'developer', path)).status).toBe(429);
  expect((await ask(platform, 'maintainer', path)).status).toBe(200);
  expect((await ask(platform, 'developer', `${filePath('README.md', 'public')}?ref=main`)).status).toBe(200);
  platform.clock.advance(60_000);
  expect((await ask(platform, 'developer', path)).status).toBe(200);
});

test('three requests over 20 MB are accepted in 30 seconds', { timeout: SLOW_MS }, async () => {
  const platform = await start();
  const content = 'x'.repeat(21 * 1024 * 1024);
  const send = async (n: number) =>
    (await ask(platform, 'developer', filePath(`large/${n}.txt`), json('POST', { ...newFile, content }))).status;
  expect([await send(1), await send(2), await send(3), await send(4)]).toEqual([201, 201, 201, 429]);
  expect((await ask(platform, 'developer', filePath('small.txt'), json('POST', newFile))).status).toBe(201);
  platform.clock.advance(30_000);
  expect(await send(5)).toBe(201);
});
