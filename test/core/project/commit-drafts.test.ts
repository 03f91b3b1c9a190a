import { expect, test } from 'vitest';
import { rig } from '../../helpers/rig.ts';

test('a draft of a commit survives a restart without the network, and is deleted', async () => {
  const rigged = await rig();
  const scope = 'project:acme/core';
  expect(await rigged.client.commitDrafts.get({ scope })).toBeNull();
  const { savedAt } = await rigged.client.commitDrafts.save({ scope, draft: '{"actions":[]}' });
  await rigged.platform.close();
  const client = await rigged.restart();
  await client.profiles.open({ id: (await client.profiles.list()).profiles[0]?.id ?? '' });
  expect(await client.commitDrafts.get({ scope })).toEqual({ draft: '{"actions":[]}', savedAt });
  expect(await client.commitDrafts.get({ scope: 'project:acme/website' })).toBeNull();
  await client.commitDrafts.save({ scope, draft: null });
  expect(await client.commitDrafts.get({ scope })).toBeNull();
});
