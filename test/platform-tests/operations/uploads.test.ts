import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { fieldsOf, json, row } from '../repository-rig.ts';
import { NEW_UPLOAD, UPLOAD, UPLOADED_BY } from '../resources/uploads.ts';
import { ask, ids, start } from '../rig.ts';

const uploads = '/projects/acme%2Fcore/uploads';

function sent(name: string, content = 'bytes'): RequestInit {
  const body = new FormData();
  body.set('file', new File([content], name));
  return { method: 'POST', body };
}

async function made(platform: Platform, name: string, content?: string) {
  const answer = await ask(platform, 'developer', uploads, sent(name, content));
  expect(answer.status, answer.text).toBe(201);
  return row(answer);
}

test('a file is uploaded, listed first, and returned unchanged', async () => {
  const platform = await start();
  const upload = await made(platform, 'my notes.txt', 'as they are');
  expect(fieldsOf(upload)).toEqual(NEW_UPLOAD.toSorted());
  const url = String(upload['url']);
  expect(url).toMatch(/^\/uploads\/[0-9a-f]{32}\/my_notes\.txt$/);
  expect(upload).toMatchObject({
    alt: 'my_notes.txt',
    full_path: `/-/project/1${url}`,
    markdown: `[my_notes.txt](${url})`,
  });
  const { rows } = await ask(platform, 'maintainer', uploads);
  expect(rows[0]).toMatchObject({
    id: upload['id'],
    size: 11,
    filename: 'my_notes.txt',
    created_at: '2026-11-15T12:00:00Z',
  });
  expect(rows[0]?.['uploaded_by']).toMatchObject({ username: 'developer' });
  expect((await ask(platform, 'maintainer', `${uploads}/${String(upload['id'])}`)).text).toBe('as they are');
  expect((await ask(platform, 'guest', `/projects/1${url}`)).text).toBe('as they are');
});

test('uploads are listed newest first, with the documented fields', async () => {
  const platform = await start();
  const { rows } = await ask(platform, 'maintainer', uploads);
  for (const upload of rows) {
    expect(fieldsOf(upload)).toEqual(UPLOAD.toSorted());
    if (upload['uploaded_by'] !== null) expect(fieldsOf(upload['uploaded_by'])).toEqual(UPLOADED_BY);
  }
  expect(rows.some((upload) => upload['uploaded_by'] === null)).toBe(true);
  const times = rows.map((upload) => String(upload['created_at']));
  expect(times).toEqual(times.toSorted().toReversed());
  const second = await ask(platform, 'maintainer', `${uploads}?per_page=2&page=2`);
  expect(ids(second)).toEqual(rows.slice(2, 4).map(({ id }) => id));
});

test.each([
  ['page.html', '<script>alert(1)</script>'],
  ['drawing.svg', '<svg onload="alert(1)"/>'],
  ['run.js', 'alert(1)'],
  ['dot.png.html', 'x'],
])('%s is sent as a download', async (name, content) => {
  const platform = await start();
  const { url } = await made(platform, name, content);
  const { headers, text } = await ask(platform, 'developer', `/projects/1${String(url)}`);
  expect(text).toBe(content);
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-disposition')).toMatch(/^attachment/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('an image is sent with its type, and its Markdown is that of an image', async () => {
  const platform = await start();
  const { url, alt, markdown } = await made(platform, 'dot.png');
  expect([alt, markdown]).toEqual(['dot', `![dot](${String(url)})`]);
  const { headers } = await ask(platform, 'developer', `/projects/1${String(url)}`);
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('content-disposition')).toMatch(/^inline/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('a file can be deleted by its ID, or by its secret and name', async () => {
  const platform = await start();
  for (const by of ['id', 'secret']) {
    const { id, url } = await made(platform, 'gone.txt');
    const path = by === 'id' ? `${uploads}/${String(id)}` : `/projects/1${String(url)}`;
    const removed = await ask(platform, 'maintainer', path, { method: 'DELETE' });
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await ask(platform, 'maintainer', path, { method: 'DELETE' })).status).toBe(404);
    expect((await ask(platform, 'maintainer', `/projects/1${String(url)}`)).status).toBe(404);
    expect(ids(await ask(platform, 'maintainer', uploads))).not.toContain(id);
  }
});

test('a wrong secret, a wrong name and another project are 404', async () => {
  const platform = await start();
  const { id, url } = await made(platform, 'a.txt');
  const [, , secret = ''] = String(url).split('/');
  for (const path of [
    `${uploads}/${secret}/b.txt`,
    `${uploads}/${'0'.repeat(32)}/a.txt`,
    `${uploads}/${secret.slice(1)}/a.txt`,
    `${uploads}/999999`,
    `${uploads}/none`,
    `/projects/acme%2Fwebsite/uploads/${String(id)}`,
    `/projects/acme%2Fwebsite/uploads/${secret}/a.txt`,
  ]) {
    expect((await ask(platform, 'admin', path)).status, path).toBe(404);
  }
});

test.each<[TokenName | null, number, number, number, number]>([
  ['admin', 201, 200, 200, 204],
  ['owner', 201, 200, 200, 204],
  ['maintainer', 201, 200, 200, 204],
  ['developer', 201, 200, 403, 403],
  ['guest', 201, 200, 403, 403],
  ['auditor', 403, 403, 403, 403],
  ['outsider', 404, 404, 404, 404],
  [null, 401, 401, 401, 401],
])(
  '%s: upload replies %i, reading by secret %i, reading by ID %i, deleting %i',
  async (who, creates, bySecret, byId, deletes) => {
    const platform = await start();
    const { id, url } = await made(platform, 'a.txt');
    const address = `/projects/1${String(url)}`;
    expect((await ask(platform, who, uploads, sent('b.txt'))).status).toBe(creates);
    expect((await ask(platform, who, address)).status).toBe(bySecret);
    expect((await ask(platform, who, uploads)).status).toBe(byId);
    expect((await ask(platform, who, `${uploads}/${String(id)}`)).status).toBe(byId);
    expect((await ask(platform, who, address, { method: 'DELETE' })).status).toBe(deletes);
  },
);

test('an upload without a file is refused', async () => {
  const platform = await start();
  expect((await ask(platform, 'developer', uploads, { method: 'POST', body: new FormData() })).status).toBe(400);
  expect((await ask(platform, 'developer', uploads, json('POST', { file: 'text' }))).status).toBe(400);
});

test('folders are removed from names, letters of any script are kept', async () => {
  const platform = await start();
  expect(await made(platform, '../../größe 日本.csv')).toMatchObject({ alt: 'größe_日本.csv' });
  expect(await made(platform, '..')).toMatchObject({ alt: '_' });
});
