import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { files } from '#main/api/endpoints/files.ts';
import { branches } from '#main/api/endpoints/branches.ts';
import { waitWhenHeld } from '#main/api/client/governor/wait-when-held.ts';
import { failureOf } from '../rig.ts';
import { platformAtMs, projects, simulator } from './simulator.ts';

const id = projects.private;
const readme = { id, file_path: 'README.md' };
const atHead = { query: { ref: 'HEAD' } };
const text = (content: string) => Buffer.from(content, 'base64').toString();

/** The content that is written to a stream. */
function collecting() {
  const chunks: Uint8Array[] = [];
  const into = new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) });
  return { into, bytes: () => Buffer.concat(chunks) };
}

test('a file is read with its content, and its path is encoded as one segment', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const file = await send(files.get, { path: { id, file_path: 'src/main.ts' }, ...atHead });
  expect(file).toMatchObject({ file_name: 'main.ts', file_path: 'src/main.ts', encoding: 'base64' });
  expect(text(file.content)).toContain('import');
  expect(file.size).toBe(Buffer.from(file.content, 'base64').length);
  expect(reached('GET /projects/:id/repository/files/:file_path')).toMatchObject([
    { path: '/api/v4/projects/acme%2Fcore/repository/files/src%2Fmain%2Ets', query: [['ref', 'HEAD']], status: 200 },
  ]);
});

test('file names in any script and with spaces work', async () => {
  const { as } = await simulator();
  const send = as('developer');
  for (const file_path of ['docs/release notes/Änderungen 2026.md', 'docs/日本語/概要.md']) {
    expect((await send(files.get, { path: { id, file_path }, ...atHead })).file_path).toBe(file_path);
    expect((await send(files.metadata, { path: { id, file_path }, ...atHead })).file_path).toBe(file_path);
  }
});

test('the metadata of a file and of its blame are the same fields as with the content', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const path = { id, file_path: 'scripts/deploy.sh' };
  const { content, ...facts } = await send(files.get, { path, ...atHead });
  const metadata = await send(files.metadata, { path, ...atHead });
  expect(metadata).toEqual(facts);
  expect(metadata).toMatchObject({ execute_filemode: true, size: Buffer.from(content, 'base64').length });
  expect(metadata.content_sha256).toBe(createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex'));
  const query = { ref: 'HEAD', range: { start: 1, end: 1 } };
  expect(await send(files.blameMetadata, { path, query })).toEqual(facts);
  expect(reached('HEAD /projects/:id/repository/files/:file_path/blame')[0]?.query).toEqual([
    ['ref', 'HEAD'],
    ['range[start]', '1'],
    ['range[end]', '1'],
  ]);
});

test('blame has the commit of every line, or of a range of lines', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const path = { id, file_path: 'data/stations.csv' };
  const content = text((await send(files.get, { path, ...atHead })).content).split('\n');
  const whole = await send(files.blame, { path, ...atHead });
  expect(whole.flatMap(({ lines }) => lines)).toEqual(content.slice(0, -1));
  const some = await send(files.blame, { path, query: { ref: 'HEAD', range: { start: 5, end: 20 } } });
  expect(some.flatMap(({ lines }) => lines)).toEqual(content.slice(4, 20));
  expect(some[0]?.commit.id).toMatch(/^[0-9a-f]{40}$/);
  expect(reached('GET /projects/:id/repository/files/:file_path/blame')[1]?.query).toContainEqual(['range[end]', '20']);
  const failure = await failureOf(send(files.blame, { path, query: { ref: 'HEAD', range: { start: 9, end: 2 } } }));
  expect(failure).toMatchObject({ code: 'invalid', status: 400 });
});

test('raw content is streamed, of a Git LFS pointer or of its file', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const path = { id, file_path: 'assets/intro.mp4' };
  const pointer = collecting();
  const saved = await send.bytes(files.raw, { path }, { into: pointer.into });
  expect(pointer.bytes().toString()).toMatch(/^version https:/);
  expect(saved).toMatchObject({ name: 'intro.mp4', sizeBytes: pointer.bytes().length });
  const film = collecting();
  await send.bytes(files.raw, { path, query: { ref: 'main', lfs: true } }, { into: film.into });
  expect(film.bytes().toString()).toMatch(/^The whole film/);
  const requests = reached('GET /projects/:id/repository/files/:file_path/raw');
  expect(requests.map(({ query }) => query)).toEqual([
    [],
    [
      ['ref', 'main'],
      ['lfs', 'true'],
    ],
  ]);
  const headers = await send(files.rawHeaders, { path, query: { ref: 'main' } });
  expect(Object.keys(headers)).not.toHaveLength(0);
});

test('a public file needs no token; a private one is hidden from other users', async () => {
  const { as } = await simulator();
  const open = { path: { id: projects.public, file_path: 'README.md' }, ...atHead };
  expect((await as(null)(files.get, open)).size).toBeGreaterThan(0);
  const closed = { path: readme, ...atHead };
  expect(await failureOf(as('outsider')(files.get, closed))).toMatchObject({
    code: 'missing',
    reason: 'hidden-or-missing',
    status: 404,
  });
  expect((await as('read_api')(files.get, closed)).size).toBeGreaterThan(0);
});

test.each([
  ['file', { id, file_path: 'no/such.file' }, 'HEAD'],
  ['reference', readme, 'no-such-branch'],
  ['project', { ...readme, id: 4_000_000 }, 'HEAD'],
])('a missing %s has the reason of the platform', async (_, path, ref) => {
  const { as } = await simulator();
  const send = as('developer');
  const failure = await failureOf(send(files.get, { path, query: { ref } }));
  expect(failure).toMatchObject({ code: 'missing', reason: 'hidden-or-missing', status: 404 });
  expect(failure.reportedMessage).toMatch(/^404/);
  expect(await failureOf(send(files.metadata, { path, query: { ref } }))).toMatchObject({ code: 'missing' });
});

test('a file is created, changed and deleted, and every parameter is sent', async () => {
  const { as, reached } = await simulator();
  const send = as('maintainer');
  const path = { id, file_path: 'notes/to do.md' };
  const by = { author_name: 'Me', author_email: 'me@mail.example' };
  const create = {
    branch: 'fresh',
    start_branch: 'main',
    commit_message: 'Begin\n\nSlowly.',
    content: Buffer.from('eins\n').toString('base64'),
    encoding: 'base64' as const,
    execute_filemode: true,
    ...by,
  };
  expect(await send(files.create, { path, body: create })).toMatchObject({
    branch: 'fresh',
    file_path: path.file_path,
  });
  const first = await send(files.get, { path, query: { ref: 'fresh' } });
  expect([text(first.content), first.execute_filemode]).toEqual(['eins\n', true]);

  const last_commit_id = first.last_commit_id ?? '';
  const edit = { branch: 'fresh', commit_message: 'Go on', content: 'zwei\n', last_commit_id, ...by };
  await send(files.edit, { path, body: edit });
  expect(text((await send(files.get, { path, query: { ref: 'fresh' } })).content)).toBe('zwei\n');

  const removal = { branch: 'fresh', commit_message: 'Enough', ...by };
  await send(files.remove, { path, body: removal });
  expect(await failureOf(send(files.get, { path, query: { ref: 'fresh' } }))).toMatchObject({ code: 'missing' });
  const bodies = ['POST', 'PUT', 'DELETE'].map((method) =>
    reached(`${method} /projects/:id/repository/files/:file_path`).map(({ body }) => body),
  );
  expect(bodies).toEqual([[create], [edit], [removal]]);
});

test('the platform refuses a commit without changes, with an old commit ID, or of an existing file', async () => {
  const { as } = await simulator();
  const send = as('maintainer');
  const { content, last_commit_id } = await send(files.get, { path: readme, ...atHead });
  const same = { branch: 'main', commit_message: 'x', content, encoding: 'base64' as const };
  const refused = async (write: Promise<unknown>) => {
    const failure = await failureOf(write);
    expect(failure).toMatchObject({ code: 'invalid', status: 400 });
    expect(failure.reportedMessage).toBeTruthy();
  };
  await refused(send(files.edit, { path: readme, body: same }));
  await refused(send(files.create, { path: readme, body: { ...same, content: 'new' } }));
  await send(files.edit, { path: readme, body: { branch: 'main', commit_message: 'y', content: 'new' } });
  const late = { branch: 'main', commit_message: 'z', content: 'newer', last_commit_id: last_commit_id ?? '' };
  await refused(send(files.edit, { path: readme, body: late }));
});

test('a path with “..” is not sent', async () => {
  const { as, platform } = await simulator();
  const path = { id, file_path: 'a/../../b' };
  const body = { branch: 'main', commit_message: 'x', content: 'y' };
  expect(await failureOf(as('maintainer')(files.create, { path, body }))).toMatchObject({
    code: 'invalid',
    field: 'file_path',
  });
  expect(platform.requests.count()).toBe(0);
});

test('reporters and read-only tokens can’t write files', async () => {
  const { as } = await simulator();
  const input = { path: readme, body: { branch: 'main', commit_message: 'x', content: 'y' } };
  expect(await failureOf(as('reporter')(files.edit, input))).toMatchObject({ code: 'denied', reason: 'role' });
  expect(await failureOf(as('read_api')(files.edit, input))).toMatchObject({ code: 'denied', reason: 'scope' });
});

test('a write whose reply was lost is not repeated', async () => {
  const { rigAs, platform } = await simulator();
  platform.faults.add({ kind: 'status', status: 502, when: 'after', match: '* /projects/:id/repository/files/*' });
  const { send } = rigAs('maintainer');
  const body = { branch: 'main', commit_message: 'x', content: 'y' };
  for (const write of [
    send(files.edit, { path: readme, body }),
    send(files.create, { path: { id, file_path: 'new.md' }, body }),
    send(files.remove, { path: readme, body: { branch: 'main', commit_message: 'x' } }),
  ]) {
    expect(await failureOf(write)).toMatchObject({ code: 'remote', reason: 'platform-down' });
  }
  expect(platform.requests.count()).toBe(3);
});

test('a file over 10 MB is requested at most five times a minute, and the platform refuses no request', async () => {
  const { inStep, reached } = await simulator();
  const { send, slept } = inStep('maintainer');
  const path = { id: projects.public, file_path: 'data/measurements.bin' };
  const query = { ref: 'large-files' };
  const { size } = await send(files.metadata, { path, query });
  expect(size).toBe(11 * 1024 * 1024);
  for (let count = 0; count < 5; count += 1) await send(files.get, { path, query });
  expect(await failureOf(send(files.get, { path, query }))).toMatchObject({
    ...{ code: 'throttled', status: undefined, retryAtMs: platformAtMs + 60_000 },
  });
  const held: (string | null)[] = [];
  await waitWhenHeld(send, (failure) => held.push(failure?.code ?? null))(files.get, { path, query });
  expect(held).toEqual(['throttled', null]);
  expect(slept).toEqual([60_000]);
  const statuses = reached('GET /projects/:id/repository/files/:file_path').map(({ status }) => status);
  expect(statuses).toEqual(Array(6).fill(200));
});

test('concurrent reads of a file of unknown size do not exceed the limit of large files', async () => {
  const { inStep, reached } = await simulator();
  const { send, slept } = inStep('maintainer');
  const path = { id: projects.public, file_path: 'data/measurements.bin' };
  const read = () => waitWhenHeld(send, () => undefined)(files.get, { path, query: { ref: 'large-files' } });
  await Promise.all(Array.from({ length: 7 }, read));
  const statuses = reached('GET /projects/:id/repository/files/:file_path').map(({ status }) => status);
  expect(statuses).toEqual(Array(7).fill(200));
  expect(slept).toContain(60_000);
});

test('concurrent reads of a small file do not wait', async () => {
  const { inStep } = await simulator();
  const { send, slept } = inStep('maintainer');
  await Promise.all(Array.from({ length: 12 }, () => send(files.get, { path: readme, ...atHead })));
  expect(slept).toEqual([]);
});

test('deleting a file keeps the branch that its commit created', async () => {
  const { as } = await simulator();
  const send = as('maintainer');
  const path = { id, file_path: 'new.md' };
  const body = { branch: 'fresh', start_branch: 'main', commit_message: 'x' };
  await send(files.create, { path, body: { ...body, content: 'y' } });
  await send(files.remove, { path, body: { branch: 'fresh', commit_message: 'z' } });
  expect((await send(branches.get, { path: { id, branch: 'fresh' } })).name).toBe('fresh');
});
