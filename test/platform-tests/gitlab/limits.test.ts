import { expect, test } from 'vitest';
import { shared } from '../gitlab-rig.ts';
import { ask } from '../rig.ts';
import { eventsOf, HOOKS } from '../webhooks-rig.ts';

const gitlab = shared('gitlab', { ratePerMinute: 1000 });

test('the reply of the general limit is text with RateLimit-*, also if an administrator has changed the text', async () => {
  const { world, clock } = gitlab();
  world.settings.ratePerMinute = 1;
  clock.advance(60_000);
  expect((await ask(gitlab(), 'guest', '/users')).status).toBe(200);
  const refused = await ask(gitlab(), 'guest', '/users');
  expect([refused.status, refused.text]).toEqual([429, 'Retry later\n']);
  expect(refused.headers.get('content-type')).toBe('text/plain');
  expect(refused.headers.get('retry-after')).toBe('60');
  expect([refused.headers.get('ratelimit-limit'), refused.headers.get('ratelimit-remaining')]).toEqual(['1', '0']);
  Object.assign(world.settings, { rateLimitText: 'Please wait, says Ops', bareHeaders: true });
  const bare = await ask(gitlab(), 'guest', '/users');
  expect([bare.status, bare.text, bare.headers.get('retry-after')]).toEqual([429, 'Please wait, says Ops\n', null]);
});

test('the reply of the limit of one endpoint is JSON with Retry-After and without RateLimit-*', async () => {
  const { world } = gitlab();
  const hook = world.webhooks.of(world.projects.lookup('acme/core')?.id ?? 0)[0]?.id;
  const [event] = await eventsOf(gitlab(), hook);
  world.webhookSender.simulated = () => ({ status: 200, headers: {}, body: '', durationS: 0.1 });
  world.settings.ratePerMinute = 0;
  const path = `${HOOKS}/${String(hook)}/events/${String(event?.['id'])}/resend`;
  const answers = [];
  for (let i = 0; i < 6; i += 1) answers.push(await ask(gitlab(), 'maintainer', path, { method: 'POST' }));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
  const last = answers.at(-1);
  const message = { error: 'This endpoint has been requested too many times. Try again later.' };
  expect([last?.json, last?.headers.get('retry-after')]).toEqual([{ message }, '60']);
  expect(last?.headers.get('ratelimit-limit')).toBeNull();
});

test('a proxy clamps per_page and removes the paging headers', async () => {
  gitlab().world.settings.proxyPerPage = 7;
  const ids = async (query: string) => {
    const { rows, headers } = await ask(gitlab(), 'admin', `/users?${query}`);
    const paging = [...headers.keys()].filter((name) => name === 'link' || /^x-.*(page|total)/.test(name));
    expect(paging, query).toEqual([]);
    return rows.length;
  };
  expect([await ids('per_page=100'), await ids(''), await ids('per_page=5&page=2')]).toEqual([7, 7, 5]);
  expect(await ids('pagination=keyset&order_by=id&per_page=50')).toBe(7);
  const { world } = gitlab();
  const hook = world.webhooks.of(world.projects.lookup('acme/core')?.id ?? 0)[0]?.id;
  expect(await eventsOf(gitlab(), hook, '?per_page=100')).toHaveLength(7);
});
