import { expect, test } from 'vitest';
import { accessTokens } from '#main/services/lists/sources/access-tokens.ts';
import { json, testServer, senderTo } from '../api/rig.ts';

test('tokens are listed account by account, even if the name of an account is not a text', async () => {
  const named = [
    { id: 1, username: 'bot' },
    { id: 2, username: { toString: 'no function' } },
    { id: 'none', username: 'x' },
  ];
  const { url } = await testServer((_, __, response) => json(response, named));
  const { signal } = new AbortController();
  const parts = await accessTokens.parts?.({ send: senderTo(url).send, scope: 'group:7', ref: 7, signal });
  expect(parts).toMatchObject([
    { annotation: { all: { account_username: 'bot' } }, input: { path: { id: 7, user_id: 1 } } },
    { input: { path: { id: 7, user_id: 2 } } },
  ]);
});
