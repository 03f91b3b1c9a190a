import { expect, test } from 'vitest';
import { z } from 'zod';
import { bytes, endpoint, table } from '#main/api/endpoint.ts';
import { downloadExport, type ExportState } from '#main/api/client/exports-poll.ts';
import { failureOf, json, testServer, senderTo, type TestServer } from '../rig.ts';

const exports = table('exports', {
  get: endpoint('GET /dependency_list_exports/:id', { reply: z.looseObject({ id: z.number() }), doc: '2:87' }),
  download: endpoint('GET /dependency_list_exports/:id/download', {
    reply: bytes,
    missing: 'not-finished',
    doc: '2:88',
  }),
});

/** A platform whose export is ready at the `readyAt`th poll; `state`: its reply until then. */
const platformReady = (readyAt: number, state: object = { id: 5, status: 'running', has_finished: false }) => {
  let looks = 0;
  return testServer((seen, _, response) => {
    if (seen.url.endsWith('/download')) {
      if (looks < readyAt) json(response, { message: '404 Not Found' }, 404);
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"components":[]}');
    } else if ((looks += 1) < readyAt) json(response, state, 202);
    else json(response, { id: 5, status: 'finished', has_finished: true });
  });
};

function polling(platform: TestServer, signal?: AbortSignal, patienceMs?: number) {
  const { send, clock } = senderTo(platform.url);
  const chunks: Uint8Array[] = [];
  const states: ExportState[] = [];
  const into = new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) });
  const done = downloadExport(
    {
      send,
      clock,
      status: exports.get,
      download: exports.download,
      input: { path: { id: 5 } },
      to: { into },
      onState: (state) => states.push(state),
      patienceMs,
    },
    signal,
  );
  return { done, clock, states, text: () => Buffer.concat(chunks).toString() };
}

test('an export is polled at growing intervals, then downloaded once', async () => {
  const platform = await platformReady(10);
  const { done, clock, states, text } = polling(platform);
  expect(await done).toMatchObject({ sizeBytes: 17, contentType: 'application/json' });
  expect(text()).toBe('{"components":[]}');
  expect(clock.slept).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(states.map(({ has_finished }) => has_finished)).toEqual([...Array<boolean>(9).fill(false), true]);
  expect(platform.seen.filter(({ url }) => url.endsWith('/download'))).toHaveLength(1);
});

test('a 202 without a body means that the export is not ready', async () => {
  let count = 0;
  const platform = await testServer((seen, _, response) => {
    if (seen.url.endsWith('/download')) response.writeHead(200).end('x');
    else if ((count += 1) < 3) response.writeHead(202).end();
    else json(response, { id: 5 });
  });
  expect(await polling(platform).done).toMatchObject({ sizeBytes: 1 });
});

test.each([
  ['expired', { id: 5, expires_at: '2026-11-20T08:00:10Z' }, { code: 'missing' }],
  ['failed', { id: 5, status: 'failed', has_finished: false }, { code: 'remote' }],
])('polling ends when the export has %s', async (_, state, expected) => {
  const platform = await platformReady(100, state);
  const { done, clock } = polling(platform);
  expect(await failureOf(done)).toMatchObject(expected);
  expect(clock.slept.length).toBeLessThan(7);
});

test('polling ends after the longest total time', async () => {
  const platform = await platformReady(1_000);
  const failure = await failureOf(polling(platform, undefined, 60_000).done);
  expect(failure).toMatchObject({ code: 'remote', reason: 'not-finished' });
});

test('an abort ends the wait', async () => {
  const controller = new AbortController();
  const platform = await testServer((_, __, response) => {
    json(response, { id: 5 }, 202);
    controller.abort();
  });
  expect(await failureOf(polling(platform, controller.signal).done)).toMatchObject({ code: 'aborted' });
  expect(platform.seen).toHaveLength(1);
});

test('a removed export fails as missing, one that cannot be downloaded yet as not finished', async () => {
  const gone = await testServer((_, __, response) => json(response, { message: '404 Not Found' }, 404));
  expect(await failureOf(polling(gone).done)).toMatchObject({ code: 'missing', reason: 'hidden-or-missing' });
  const early = await testServer((seen, _, response) => {
    if (seen.url.endsWith('/download')) json(response, { message: '404 Not Found' }, 404);
    else json(response, { id: 5, has_finished: true });
  });
  expect(await failureOf(polling(early).done)).toMatchObject({ code: 'missing', reason: 'not-finished' });
});
