import { expect, test } from 'vitest';
import { failureOf, json, rawServer, testServer, senderTo, token } from '../rig.ts';
import { sampleEndpoints } from '../samples.ts';

const file = { path: { id: 'a/b', job_id: 2, artifact_path: 'log.txt' }, query: { job_token: 'job-secret' } };

test.each([200, 202, 304, 400, 401, 404, 429, 500, 503])(
  'status %i is returned, and the request is sent once',
  async (status) => {
    const platform = await testServer((_, __, response) =>
      json(response, { message: 'so be it' }, status, { 'x-request-id': 'r-1', 'retry-after': '1' }),
    );
    const { send, attempts, clock } = senderTo(platform.url);
    const answer = await send.raw(sampleEndpoints.get, { path: { id: 7 } });
    expect(answer).toMatchObject({ status, isTruncated: false, sentAt: clock.now() });
    expect(answer.headers['x-request-id']).toBe('r-1');
    expect(Buffer.from(answer.body).toString()).toBe(status === 304 ? '' : '{"message":"so be it"}');
    expect(answer.ms).toBeGreaterThan(0);
    expect(platform.seen).toHaveLength(1);
    expect(attempts.map((attempt) => attempt.status)).toEqual([status]);
  },
);

test('a 429 pauses the governor', async () => {
  const platform = await testServer((_, __, response) => json(response, {}, 429, { 'retry-after': '7' }));
  const { send, clock } = senderTo(platform.url);
  await send.raw(sampleEndpoints.get, { path: { id: 7 } });
  await send.raw(sampleEndpoints.get, { path: { id: 7 } });
  expect(clock.slept).toEqual([7_000]);
});

test('token and secret inputs are masked wherever the reply contains them', async () => {
  const echo = `<${token}> {"t":"job-secret"} ${encodeURIComponent('job-secret')}`;
  const platform = await testServer((_, __, response) =>
    response
      .writeHead(200, { 'x-echo': `${token}`, 'set-cookie': ['session=abcdef', 'b=c'], 'x-service-token': 'x' })
      .end(Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from(echo)])),
  );
  const answer = await senderTo(platform.url).send.raw(sampleEndpoints.raw, file);
  // The job token is sent instead of the token of the profile
  expect(platform.seen[0]?.headers['private-token']).toBeUndefined();
  expect(answer.request).toEqual({
    method: 'GET',
    url: `${platform.url}/api/v4/projects/a%2Fb/jobs/2/artifacts/log%2Etxt?job_token=[secret]`,
    headers: expect.objectContaining({ 'user-agent': 'Reeve' }) as unknown,
  });
  expect(answer.headers).toMatchObject({ 'x-echo': '[secret]', 'set-cookie': '[secret]' });
  expect(Buffer.from(answer.body)).toEqual(
    Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from('<[secret]> {"t":"[secret]"} [secret]')]),
  );
  expect(JSON.stringify(answer)).not.toMatch(/job-secret|abcdef/);
});

test('only the first megabyte of a large body is kept, and a secret at its end is masked', async () => {
  const platform = await testServer((_, __, response) => {
    response.on('error', () => undefined);
    const before = Buffer.alloc(1_048_576 - 10, 'x');
    response.writeHead(200).end(Buffer.concat([before, Buffer.from(token), Buffer.alloc(5_000_000, 'y')]));
  });
  const answer = await senderTo(platform.url).send.raw(sampleEndpoints.get, { path: { id: 7 } });
  expect(answer.isTruncated).toBe(true);
  expect(answer.body).toHaveLength(1_048_576);
  expect(Buffer.from(answer.body.subarray(-12)).toString()).toBe('xx[secret]yy');
});

test('a body of exactly one megabyte is not truncated', async () => {
  const platform = await testServer((_, __, response) => response.writeHead(200).end(Buffer.alloc(1_048_576, 'x')));
  const answer = await senderTo(platform.url).send.raw(sampleEndpoints.get, { path: { id: 7 } });
  expect(answer).toMatchObject({ isTruncated: false });
  expect(answer.body).toHaveLength(1_048_576);
});

test('the reply to a HEAD has only headers', async () => {
  const platform = await testServer((_, __, response) => response.writeHead(200, { 'X-Gitlab-Size': '12' }).end());
  const { send } = senderTo(platform.url, { dialect: 'gitlab' });
  const answer = await send.raw(sampleEndpoints.head, { path: { id: 1, file_path: 'x' }, query: { ref: 'HEAD' } });
  expect(answer.headers['x-service-size']).toBe('12');
  expect(answer.body).toHaveLength(0);
});

test('methods other than GET and HEAD are refused', async () => {
  const platform = await testServer((_, __, response) => json(response, {}));
  const failure = await failureOf(
    senderTo(platform.url).send.raw(sampleEndpoints.sync, { path: { id: 1, mirror_id: 2 } }),
  );
  expect(failure).toMatchObject({ code: 'invalid', field: 'method' });
  expect(platform.seen).toEqual([]);
});

test('it fails only if there is no reply', async () => {
  const gone = await rawServer((socket) => socket.destroy());
  const failure = await failureOf(senderTo(gone.url).send.raw(sampleEndpoints.get, { path: { id: 7 } }));
  expect(failure).toMatchObject({ code: 'offline', reason: 'connection-lost' });
  expect(gone.count()).toBe(1);
});
