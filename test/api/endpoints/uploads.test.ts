import { expect, test } from 'vitest';
import type { Upload } from '#main/api/types.ts';
import { uploads } from '#main/api/endpoints/uploads.ts';
import type { UploadItem } from '#shared/contract/uploads.ts';
import { failureOf } from '../rig.ts';
import { projects, simulator } from './simulator.ts';

const id = projects.private;
const content = Buffer.from([0, 1, 2, 253, 254, 255, 13, 10, 45, 45]);
const hidden = { code: 'missing', reason: 'hidden-or-missing', status: 404 };
const forbidden = { code: 'denied', reason: 'role', status: 403 };

const fileOf = (fileName: string): Upload => ({
  fileName,
  sizeBytes: content.byteLength,
  async *open() {
    yield content.subarray(0, 4);
    yield content.subarray(4);
  },
});
/** The 32 characters and the file name at the end of the address of an upload. */
function addressOf(url: string | null | undefined) {
  const [, secret = '', filename = ''] = /([0-9a-f]{32})\/([^/]+)$/.exec(url ?? '') ?? [];
  return { id, secret, filename: decodeURIComponent(filename) };
}
function collector() {
  const chunks: Uint8Array[] = [];
  const into = new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) });
  return { into, bytes: () => Buffer.concat(chunks) };
}

test('a file is uploaded as multipart, and downloaded unchanged by ID and by address', async () => {
  const { as, platform } = await simulator();
  const send = as('maintainer');
  const made = await send(uploads.create, { path: { id }, body: { file: fileOf('größe 1.bin') } });
  expect(made).toMatchObject({
    alt: expect.any(String) as string,
    url: expect.stringMatching(/^\//) as string,
    full_path: expect.stringMatching(/^\//) as string,
    markdown: expect.stringContaining(made.url ?? '-') as string,
  });
  expect(platform.requests.list('POST /projects/:id/uploads')[0]?.headerNames).toContain('content-length');

  const inMemory = await send(uploads.file, { path: { id, upload_id: made.id ?? 0 } });
  expect(Buffer.from(inMemory).equals(content)).toBe(true);
  const address = addressOf(made.url);
  const byNumber = collector();
  const byAddress = collector();
  const saved = [
    await send.bytes(uploads.file, { path: { id, upload_id: made.id ?? 0 } }, { into: byNumber.into }),
    await send.bytes(uploads.fileBySecret, { path: address }, { into: byAddress.into }),
  ];
  for (const one of saved) expect(one).toMatchObject({ sizeBytes: content.byteLength, name: address.filename });
  expect(byNumber.bytes().equals(content)).toBe(true);
  expect(byAddress.bytes().equals(content)).toBe(true);
});

test('uploads are listed in pages, newest first', async () => {
  const { as } = await simulator();
  const send = as('owner');
  const all = await send.answer(uploads.list, { path: { id }, query: { per_page: 100 } });
  expect(all.unreadable).toBe(0);
  expect(all.value.length).toBeGreaterThan(2);
  const times = all.value.map(({ created_at }) => String(created_at));
  expect(times).toEqual(times.toSorted().toReversed());
  expect(all.value.some(({ uploaded_by }) => typeof uploaded_by?.username === 'string')).toBe(true);
  const page = await send.page(uploads.list, { path: { id }, query: { per_page: 2 } });
  expect(page.total).toBe(all.value.length);
  const next = await send.page(uploads.list, { next: page.next ?? '' });
  expect((JSON.parse(Buffer.from(next.body).toString()) as UploadItem[])[0]?.id).toBe(all.value[2]?.id);
});

test('an upload is deleted by ID or by address', async () => {
  const { as, reached } = await simulator();
  const send = as('maintainer');
  const first = await send(uploads.create, { path: { id }, body: { file: fileOf('a.bin') } });
  const second = await send(uploads.create, { path: { id }, body: { file: fileOf('b.bin') } });
  await send(uploads.remove, { path: { id, upload_id: first.id ?? 0 } });
  await send(uploads.removeBySecret, { path: addressOf(second.url) });
  expect(reached('DELETE /projects/:id/uploads/:upload_id')[0]?.status).toBe(204);
  expect(reached('DELETE /projects/:id/uploads/:secret/:filename')[0]?.status).toBe(204);
  for (const { id: upload_id } of [first, second] as { id: number }[]) {
    expect(await failureOf(send(uploads.file, { path: { id, upload_id } }))).toMatchObject(hidden);
  }
  expect(await failureOf(send(uploads.removeBySecret, { path: addressOf(second.url) }))).toMatchObject(hidden);
});

test('guests download by address; listing, reading by ID and deleting require the Maintainer role', async () => {
  const { as } = await simulator();
  const made = await as('maintainer')(uploads.create, { path: { id }, body: { file: fileOf('a.bin') } });
  const read = await as('guest')(uploads.fileBySecret, { path: addressOf(made.url) });
  expect(Buffer.from(read).equals(content)).toBe(true);
  for (const who of ['guest', 'reporter', 'developer'] as const) {
    const send = as(who);
    const refused = [
      send(uploads.list, { path: { id } }),
      send(uploads.file, { path: { id, upload_id: made.id ?? 0 } }),
      send(uploads.remove, { path: { id, upload_id: made.id ?? 0 } }),
      send(uploads.removeBySecret, { path: addressOf(made.url) }),
    ];
    for (const failure of await Promise.all(refused.map(failureOf))) expect(failure).toMatchObject(forbidden);
  }
});

test('uploads are hidden from other users, and require a token', async () => {
  const { as } = await simulator();
  const made = await as('maintainer')(uploads.create, { path: { id }, body: { file: fileOf('a.bin') } });
  const refused = [
    as('outsider')(uploads.list, { path: { id } }),
    as('outsider')(uploads.fileBySecret, { path: addressOf(made.url) }),
    as('outsider')(uploads.create, { path: { id }, body: { file: fileOf('a.bin') } }),
  ];
  for (const failure of await Promise.all(refused.map(failureOf))) expect(failure).toMatchObject(hidden);
  const anonymous = as(null)(uploads.create, { path: { id }, body: { file: fileOf('a.bin') } });
  expect(await failureOf(anonymous)).toMatchObject({ code: 'denied', reason: 'token-missing', status: 401 });
});

test('the secret in an address is not logged', async () => {
  const { rigAs } = await simulator();
  const { send, attempts, lines } = rigAs('maintainer');
  const made = await send(uploads.create, { path: { id }, body: { file: fileOf('a.bin') } });
  const path = addressOf(made.url);
  expect(path.secret).toHaveLength(32);
  await send(uploads.fileBySecret, { path });
  await send(uploads.removeBySecret, { path });
  const failure = await failureOf(send(uploads.fileBySecret, { path }));
  const recorded = JSON.stringify([attempts, lines, failure.toData(), failure.stack]);
  expect(recorded).toContain('/uploads/[secret]/a%2Ebin');
  expect(recorded).not.toContain(path.secret);
});
