import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { stagedPartBytes } from '#shared/contract/staged-files.ts';
import { largestContentBytes } from '#shared/request-sizes.ts';
import { days, hours, megabytes } from '#shared/time.ts';
import { openBlobs } from '#main/state/open/state-file.ts';
import { databases } from '../../helpers/damage.ts';
import { rig, until, type Rig } from '../../helpers/rig.ts';
import type { ReeveClient } from '../../helpers/window.ts';
import { applyAndWait, movableClock, rowsOf } from '../changes-rig.ts';

/** Send a file to the core as a window does. */
async function stage(client: ReeveClient, bytes: Buffer) {
  let key: string | null = null;
  for (let from = 0; ; from += stagedPartBytes) {
    const part = bytes.subarray(from, from + stagedPartBytes).toString('base64');
    const isLast = from + stagedPartBytes >= bytes.length;
    const added: { key: string; sizeBytes: number } = await client.stagedFiles.add({ key, part, isLast });
    key = added.key;
    if (isLast) return { staged: key, sizeBytes: added.sizeBytes };
  }
}

async function withProject() {
  const rigged = await rig();
  const project = rigged.platform.world.projects.lookup('acme/core');
  if (project === undefined) throw new Error('no project');
  const repository = rigged.platform.world.repositories.of(project);
  /** The content of a file on `main`; undefined: it does not exist. */
  async function contentAt(path: string): Promise<Buffer | undefined> {
    const file = await repository.blob((await repository.resolve('main')) ?? '', path);
    return file && repository.content(file.id);
  }
  return { ...rigged, rigged, project, contentAt };
}

type StagedContent = Awaited<ReturnType<typeof stage>>;

const upload = (id: number, file: StagedContent, fileName = 'photo.png') => ({
  op: 'uploads.create',
  path: { id },
  body: { file: { fileName, type: 'image/png', ...file } },
});
const create = (id: number, content: unknown, file_path = 'data/large.bin') => ({
  op: 'files.create',
  path: { id, file_path },
  body: { branch: 'main', commit_message: 'Add a file', content, encoding: 'base64' },
});

/** Whether the core still has the bytes of a staged file: no plan can be created without them. */
async function isKept(client: ReeveClient, project: number, file: StagedContent): Promise<boolean> {
  const created = client.changes.plan({ calls: [upload(project, file)] });
  const plan = await created.catch((thrown: { reason?: string }) => {
    expect(thrown.reason).toBe('file-not-kept');
    return null;
  });
  return plan !== null;
}
const newestUpload = ({ platform }: Pick<Rig, 'platform'>) => platform.world.uploads.all().at(-1);

test('a staged file of 30 MB is uploaded unchanged, and deleted when its plan has ended', async () => {
  const { client, project, rigged } = await withProject();
  const bytes = randomBytes(megabytes(30) + 7);
  const file = await stage(client, bytes);
  expect(file.sizeBytes).toBe(bytes.length);
  const plan = await client.changes.plan({ calls: [upload(project.id, file)] });
  const [row] = await rowsOf(client, plan.id);
  expect(row).toMatchObject({ label: 'photo.png', changes: [{ field: 'file', after: 'photo.png (30 MB)' }] });
  expect(await applyAndWait(client, plan)).toMatchObject({ counts: { applied: 1 } });
  expect(newestUpload(rigged)?.bytes.equals(bytes)).toBe(true);
  expect(await isKept(client, project.id, file)).toBe(false);
});

test('a staged file is sent as the Base64 content of a new file and of an edit, which can be undone', async () => {
  const { client, project, contentAt } = await withProject();
  // The size is not a multiple of 3, because Base64 encodes three bytes at a time
  const first = randomBytes(2_000_000);
  const made = await client.changes.run(create(project.id, await stage(client, first)));
  expect(made.row.state).toBe('applied');
  expect((await contentAt('data/large.bin'))?.equals(first)).toBe(true);
  const second = randomBytes(700_001);
  const small = create(project.id, 'before', 'data/small.bin');
  await client.changes.run({ ...small, body: { ...small.body, encoding: 'text' } });
  const edit = { ...create(project.id, await stage(client, second), 'data/small.bin'), op: 'files.edit' };
  const edited = await client.changes.run(edit);
  expect((await contentAt('data/small.bin'))?.equals(second)).toBe(true);
  // The content is the same, so there is nothing to send
  const again = await client.changes.plan({
    calls: [{ ...edit, body: { ...edit.body, content: await stage(client, second) } }],
  });
  expect((await rowsOf(client, again.id))[0]?.changes.map(({ field }) => field)).not.toContain('content');
  await client.changes.discard({ planId: again.id });
  const undo = await client.changes.undo({ planId: edited.plan.id });
  expect(undo.counts).toEqual({ planned: 1 });
  await applyAndWait(client, undo);
  expect((await contentAt('data/small.bin'))?.toString()).toBe('before');
});

test('a previous content that is too large to keep, or not text, is described by its size', async () => {
  const { client, project } = await withProject();
  const small = create(project.id, 'before', 'data/small.bin');
  await client.changes.run({ ...small, body: { ...small.body, encoding: 'text' } });
  const edit = {
    ...create(project.id, await stage(client, randomBytes(2_000_000)), 'data/small.bin'),
    op: 'files.edit',
  };
  const edited = await client.changes.run(edit);
  const undo = await client.changes.undo({ planId: edited.plan.id });
  const [undone] = await rowsOf(client, undo.id);
  const tooLarge = { why: 'too-large', sizeBytes: 2_000_000 };
  expect(undone?.changes).toContainEqual(expect.objectContaining({ field: 'content', unshown: tooLarge }));
  // An empty text is not the same as a content that was not read
  const text = { ...edit, body: { ...edit.body, content: '', encoding: 'text' } };
  const [emptied] = await rowsOf(client, (await client.changes.plan({ calls: [text] })).id);
  expect(emptied?.changes).toContainEqual(expect.objectContaining({ field: 'content', unshown: tooLarge }));
  await applyAndWait(client, undo);
  await client.changes.run({
    ...edit,
    body: { ...edit.body, content: await stage(client, Buffer.from([0xff, 0xfe])) },
  });
  const [binary] = await rowsOf(client, (await client.changes.plan({ calls: [text] })).id);
  expect(binary?.changes).toContainEqual(
    expect.objectContaining({ field: 'content', unshown: { why: 'not-text', sizeBytes: 2 } }),
  );
});

test('a commit of several actions sends staged files and texts, and its undo restores the former ones', async () => {
  const { client, project, contentAt } = await withProject();
  const bytes = randomBytes(1_700_000);
  const file = await stage(client, bytes);
  const former = await contentAt('README.md');
  const plan = await client.changes.plan({
    calls: [
      {
        op: 'commits.create',
        path: { id: project.id },
        body: {
          branch: 'main',
          commit_message: 'Two copies',
          actions: [
            { action: 'create', file_path: 'one.bin', content: file, encoding: 'base64' },
            { action: 'create', file_path: 'two.bin', content: file, encoding: 'base64' },
            { action: 'update', file_path: 'README.md', content: 'short' },
          ],
        },
      },
    ],
  });
  await applyAndWait(client, plan);
  expect((await contentAt('one.bin'))?.equals(bytes)).toBe(true);
  expect((await contentAt('two.bin'))?.equals(bytes)).toBe(true);
  expect((await contentAt('README.md'))?.toString()).toBe('short');
  await applyAndWait(client, await client.changes.undo({ planId: plan.id }));
  expect(await contentAt('one.bin')).toBeUndefined();
  expect((await contentAt('README.md'))?.equals(former ?? Buffer.of())).toBe(true);
});

test('a refused upload keeps its file, so that it can be sent again', async () => {
  const { client, project, rigged } = await withProject();
  const bytes = randomBytes(20);
  const file = await stage(client, bytes);
  project.archived = true;
  const refused = await client.changes.run(upload(project.id, file));
  expect(refused.row).toMatchObject({ state: 'refused', status: 403 });
  project.archived = false;
  const plan = await client.changes.again({ planId: refused.plan.id, states: ['refused'] });
  expect(await applyAndWait(client, plan)).toMatchObject({ counts: { applied: 1 } });
  expect(newestUpload(rigged)?.bytes.equals(bytes)).toBe(true);
  expect(await isKept(client, project.id, file)).toBe(false);
});

test('after a restart, a draft still has its file', async () => {
  const { rigged, project } = await withProject();
  const bytes = randomBytes(3_000_000);
  const plan = await rigged.client.changes.plan({
    calls: [upload(project.id, await stage(rigged.client, bytes))],
  });
  const client = await rigged.restart();
  await applyAndWait(client, plan);
  expect(newestUpload(rigged)?.bytes.equals(bytes)).toBe(true);
});

test('a discarded draft, a dropped row and a canceled file delete the bytes; another plan keeps them', async () => {
  const { client, project } = await withProject();
  const file = await stage(client, randomBytes(10));
  const [one, other] = [
    await client.changes.plan({ calls: [upload(project.id, file)] }),
    await client.changes.plan({ calls: [upload(project.id, file), upload(project.id, file, 'second.png')] }),
  ];
  await client.changes.discard({ planId: one.id });
  await client.stagedFiles.drop({ key: file.staged });
  expect(other.counts).toEqual({ planned: 2 });
  await client.changes.drop({ planId: other.id, positions: [0] });
  await client.changes.drop({ planId: other.id, positions: [1] });
  expect(await isKept(client, project.id, file)).toBe(false);

  const unused = await stage(client, randomBytes(10));
  await client.stagedFiles.drop({ key: unused.staged });
  expect(await isKept(client, project.id, unused)).toBe(false);
  const { key } = await client.stagedFiles.add({ key: null, part: 'AAAA', isLast: false });
  await client.stagedFiles.drop({ key });
  await expect(client.stagedFiles.add({ key, part: 'AAAA', isLast: true })).rejects.toMatchObject({
    reason: 'file-not-kept',
  });
});

test('a write that requires a plan keeps its file for that plan', async () => {
  const { client, project } = await withProject();
  const attach = {
    op: 'wikis.attach',
    path: { id: project.id },
    body: { file: { fileName: 'photo.png', ...(await stage(client, randomBytes(10))) } },
  };
  await expect(client.changes.run(attach)).rejects.toMatchObject({ reason: 'needs-plan' });
  const plan = await client.changes.plan({ calls: [attach] });
  expect(await applyAndWait(client, plan)).toMatchObject({ counts: { applied: 1 } });
});

test('a file that no plan uses is deleted after a day, and one of a draft is kept', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const clock = movableClock();
  const { client, project } = await withProject();
  const unused = await stage(client, randomBytes(10));
  const plan = await client.changes.plan({ calls: [upload(project.id, await stage(client, randomBytes(20)))] });
  clock.pass(days(1) + hours(1));
  await until(
    () => isKept(client, project.id, unused),
    (kept) => !kept,
  );
  expect(await applyAndWait(client, plan)).toMatchObject({ counts: { applied: 1 } });
});

test('a row whose staged file is missing is refused with the reason, and nothing is sent', async () => {
  const { rigged, project, platform } = await withProject();
  const plan = await rigged.client.changes.plan({
    calls: [upload(project.id, await stage(rigged.client, randomBytes(10)))],
  });
  await rigged.core.close();
  const stored = openBlobs({ folder: rigged.ports.paths.data, key: databases(rigged.ports).key, now: Date.now() });
  stored.db.prepare('DELETE FROM blobs').run();
  stored.close(Date.now());
  const client = await rigged.restart();
  const before = platform.requests.count('POST /projects/:id/uploads');
  await applyAndWait(client, plan);
  expect((await rowsOf(client, plan.id))[0]).toMatchObject({
    state: 'refused',
    failure: { code: 'invalid', reason: 'file-not-kept' },
  });
  expect(platform.requests.count('POST /projects/:id/uploads')).toBe(before);
});

test('content without the Base64 encoding, in another field, or over 300 MB is refused before a plan is created', async () => {
  const { client, project } = await withProject();
  const file = await stage(client, randomBytes(10));
  const text = { ...create(project.id, file), body: { ...create(project.id, file).body, encoding: 'text' } };
  await expect(client.changes.plan({ calls: [text] })).rejects.toMatchObject({ field: 'calls.0.encoding' });
  const message = { ...create(project.id, 'x'), body: { ...create(project.id, 'x').body, commit_message: file } };
  await expect(client.changes.plan({ calls: [message] })).rejects.toMatchObject({ field: 'calls.0.commit_message' });
  expect(largestContentBytes).toBeGreaterThan(megabytes(224));
  await expect(client.stagedFiles.add({ key: null, part: 'not Base64!', isLast: true })).rejects.toMatchObject({
    field: 'part',
  });
});

test('a plan with a staged file is not saved as a plan file, and a plan file cannot name one', async () => {
  const { client, project, platform } = await withProject();
  const file = await stage(client, randomBytes(10));
  const plan = await client.changes.plan({ calls: [upload(project.id, file)] });
  await expect(client.changes.save({ planId: plan.id })).rejects.toMatchObject({
    reportedMessage: expect.stringContaining('files from this computer') as unknown,
  });
  const text = JSON.stringify({
    format: 'reeve-plan',
    version: 1,
    instance: { name: 'Test', url: platform.url },
    rows: [upload(project.id, file)],
  });
  await expect(client.changes.load({ text })).rejects.toMatchObject({ field: 'rows.0.body.file' });
});
