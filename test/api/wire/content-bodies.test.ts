import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { callOf } from '#main/api/client/exchange/call.ts';
import { dialects } from '#main/api/client/wire/dialect.ts';
import { jsonBody, type RequestBody } from '#main/api/client/wire/request-body.ts';
import { files } from '#main/api/endpoints/files.ts';
import { largestContentBytes } from '#shared/request-sizes.ts';

/** A file that yields its bytes in chunks of this size. */
const source = (bytes: Buffer, chunkBytes: number) => ({
  sizeBytes: bytes.length,
  async *open() {
    for (let from = 0; from < bytes.length; from += chunkBytes) yield bytes.subarray(from, from + chunkBytes);
  },
});

async function sent({ content }: RequestBody): Promise<Buffer> {
  if (typeof content !== 'function') return Buffer.from(content);
  const chunks: Uint8Array[] = [];
  for await (const chunk of content()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('contents replace their keys in the JSON, in Base64, and the size is known before', async () => {
  for (const size of [0, 1, 2, 3, 1_000]) {
    const [one, other] = [randomBytes(size), randomBytes(size + 1)];
    const value = { actions: [{ content: 'key-b', text: 'x' }, { content: 'key-a' }], message: 'about key-a "key-b"' };
    const contents = new Map([
      ['key-a', source(one, 7)],
      ['key-b', source(other, 1)],
    ]);
    const body = jsonBody(value, contents);
    const bytes = await sent(body);
    expect(bytes.length).toBe(body.sizeBytes);
    expect(JSON.parse(bytes.toString())).toEqual({
      actions: [{ content: other.toString('base64'), text: 'x' }, { content: one.toString('base64') }],
      message: 'about key-a "key-b"',
    });
    expect((await sent(body)).equals(bytes)).toBe(true);
  }
});

test('sending fails if the content does not have the size that was given', async () => {
  const body = jsonBody({ content: 'key' }, new Map([['key', { ...source(randomBytes(9), 3), sizeBytes: 12 }]]));
  await expect(sent(body)).rejects.toMatchObject({ code: 'invalid', field: 'content' });
});

test('a request over 300 MB is refused before it is sent, and the largest content fits', () => {
  const call = (sizeBytes: number) => {
    const body = { branch: 'main', commit_message: 'Add', content: 'key', encoding: 'base64' };
    const contents = new Map([['key', { ...source(Buffer.of(), 1), sizeBytes }]]);
    return callOf(
      files.create,
      { path: { id: 1, file_path: 'a' }, body, contents },
      'https://git.example.com',
      dialects.documented,
    );
  };
  expect(call(largestContentBytes).claims).toHaveLength(1);
  expect(() => call(largestContentBytes + 1_000_000)).toThrow(
    expect.objectContaining({ code: 'invalid', reason: 'limit-known' }) as Error,
  );
});
