import { expect, test } from 'vitest';
import { users } from '#main/api/endpoints/users.ts';
import { failureOf, json, testServer, senderTo, token, user } from '../rig.ts';
import { sampleEndpoints } from '../samples.ts';

const external = 'external-access-token';

test('failures, attempts and the log contain no secret, even if the platform echoes it', async () => {
  const platform = await testServer((seen, _, response) => {
    const echo = `${String(seen.headers['private-token'])} ${seen.body} ${seen.url}`;
    json(response, { message: { [echo]: [echo] } }, platform.seen.length < 3 ? 502 : 422, { 'x-request-id': echo });
  });
  const { send, attempts, lines } = senderTo(platform.url);
  const failures = [
    await failureOf(send(sampleEndpoints.importA, { body: { personal_access_token: external } })),
    await failureOf(
      send(sampleEndpoints.raw, { path: { id: 1, job_id: 2, artifact_path: 'a' }, query: { job_token: external } }),
    ),
    await failureOf(send(users.list, { query: { search: 'x' } })),
  ];
  const recorded = JSON.stringify([failures.map((failure) => [failure.toData(), failure.stack]), attempts, lines]);
  expect(attempts.length).toBeGreaterThan(3);
  expect(recorded).toContain('[secret]');
  expect(recorded).not.toContain(token);
  expect(recorded).not.toContain(external);
});

test('attempts have the path and query with secret values masked', async () => {
  const platform = await testServer((_, __, response) => response.writeHead(200).end('x'));
  const { send, attempts } = senderTo(`${platform.url}/sub`);
  await send(sampleEndpoints.raw, {
    path: { id: 'a/b', job_id: 2, artifact_path: 'x/y' },
    query: { job_token: external },
  });
  expect(attempts[0]).toMatchObject({
    method: 'GET',
    path: '/projects/a%2Fb/jobs/2/artifacts/x/y?job_token=[secret]',
    status: 200,
    attempt: 1,
    bytes: 1,
    failure: null,
    budget: null,
  });
});

test('an attempt has request id, budget and failure', async () => {
  const now = Date.parse('2026-11-20T08:00:00Z');
  const platform = await testServer((_, __, response) =>
    json(response, user(1), 200, {
      'x-request-id': 'abc',
      'ratelimit-limit': '600',
      'ratelimit-remaining': '599',
      'ratelimit-reset': String(now / 1_000 + 60),
    }),
  );
  const { send, attempts } = senderTo(platform.url);
  await send(users.get, { path: { id: 1 } });
  expect(attempts[0]).toMatchObject({
    at: now,
    requestId: 'abc',
    budget: { limit: 600, remaining: 599, resetAt: now + 60_000 },
  });
  expect(attempts[0]?.ms).toBeGreaterThan(0);
});
