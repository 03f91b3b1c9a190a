import { expect, test } from 'vitest';
import { rig, until } from '../../helpers/rig.ts';

test('if an instance sends X-Gitlab- headers, its profile keeps its names until a person has chosen, and Reeve asks only once', async () => {
  const rigged = await rig({ dialect: 'gitlab' });
  const { client, platform } = rigged;
  const only = async () => (await rigged.client.profiles.list()).profiles[0];
  const { id: profileId = '' } = (await only()) ?? {};
  const [user] = platform.world.users.ordered('id').filter(({ network_a }) => network_a !== '');
  const id = user?.id ?? 0;
  const networkOf = async () => {
    await rigged.client.users.refresh({ scope: '', id });
    return (await rigged.client.users.get({ scope: '', id }))?.row.network_a;
  };
  expect(await networkOf()).toBeUndefined();
  expect(await only()).toMatchObject({ dialect: 'documented', proposedDialect: 'gitlab' });

  await client.profiles.chooseDialect({ id: profileId, dialect: 'gitlab' });
  expect(await networkOf()).toBe(user?.network_a);
  await rigged.client.profiles.chooseDialect({ id: profileId, dialect: 'documented' });
  await rigged.restart();
  await until(
    () => rigged.client.profiles.probe(),
    ({ capabilities }) => capabilities.length > 0,
  );
  expect(await only()).toMatchObject({ dialect: 'documented', proposedDialect: null });
  const settings = { name: 'Test', colour: 'iris' as const, url: platform.url, token: '', id: profileId };
  expect(await rigged.client.profiles.test(settings)).toMatchObject({ suggestedDialect: null });
});
