import { expect, test } from 'vitest';
import { endpoints as known } from '#main/api/endpoints/index.ts';
import { rig } from '../../helpers/rig.ts';

test('the reply to a GET is returned unchanged, without the token', async () => {
  const { client, platform } = await rig();
  const reply = await client.explorer.run({ name: 'users.list', query: { per_page: 3 } });
  expect(reply).toMatchObject({ status: 200, isTruncated: false });
  expect(JSON.parse(reply.text ?? '')).toHaveLength(3);
  expect(JSON.stringify(reply)).not.toContain(platform.tokens.admin);
});

test('a refusal is returned as a reply', async () => {
  const { client } = await rig();
  expect(await client.explorer.run({ name: 'users.get', path: { id: '999999' } })).toMatchObject({ status: 404 });
});

test('a write is refused without a request', async () => {
  const { client, platform } = await rig();
  const before = platform.requests.count();
  await expect(client.explorer.run({ name: 'runners.edit', path: { id: '1' } })).rejects.toMatchObject({
    code: 'invalid',
  });
  expect(platform.requests.count()).toBe(before);
});

test('the curl command does not contain the token', async () => {
  const { client, platform } = await rig();
  const { text } = await client.explorer.curl({ name: 'users.list', query: { search: "o'neil" } });
  expect(text).toBe(`curl --header "PRIVATE-TOKEN: $REEVE_TOKEN" '${platform.url}/api/v4/users?search=o%27neil'`);
  const body = { url: 'https://a.example', token: 'geheim' };
  const write = await client.explorer.curl({ name: 'webhooks.create', path: { id: '1' }, body });
  expect(write.text).toMatch(/^curl --request POST .* --data '{"url":"https:\/\/a.example","token":".*"}' '.*hooks'$/);
  expect(write.text).not.toContain('geheim');
});

test('all endpoints of the client are listed', async () => {
  const { client } = await rig();
  const { endpoints, notInApi } = await client.explorer.endpoints();
  expect(endpoints).toHaveLength(known.size);
  expect(notInApi).toHaveLength(10);
});
