import { expect, test } from 'vitest';
import { rig, until } from '../../helpers/rig.ts';

const connected = ({ state }: { state: string }): boolean => state === 'online';
const cutOff = ({ state }: { state: string }): boolean => state === 'offline';

test('after a restart without the platform, the window still shows when the platform was last reached', async () => {
  const rigged = await rig();
  const { lastSuccessAt } = await until(() => rigged.client.host.connection(), connected);
  await rigged.platform.close();
  const client = await rigged.restart();
  const now = await until(() => client.host.connection(), cutOff);
  expect(now.lastSuccessAt).toBe(lastSuccessAt);
});

test('a platform that was never reached has no time of a last reply', async () => {
  const rigged = await rig();
  await rigged.platform.close();
  await rigged.client.profiles.add({ name: 'Never', colour: 'teal', url: 'http://127.0.0.1:9', token: 'pat-none' });
  expect((await until(() => rigged.client.host.connection(), cutOff)).lastSuccessAt).toBeNull();
});
