import { expect, test } from 'vitest';
import { rig } from '../../helpers/rig.ts';
import { applyAndWait, rowsOf } from '../changes-rig.ts';

test('a write that would exceed the limit of enabled mirrors is refused without being sent', async () => {
  const { client, platform } = await rig();
  const id = platform.world.projects.lookup('acme/core')?.id ?? 0;
  const enabled = platform.world.remoteMirrors.of(id).filter((mirror) => mirror.enabled).length;
  const call = (at: number) => ({
    op: 'remote-mirrors.create',
    path: { id },
    body: { url: `https://mirror-${at}.example/a.git`, enabled: true },
  });
  const room = 10 - enabled;
  const calls = Array.from({ length: room + 1 }, (_, at) => call(at));
  const plan = await applyAndWait(client, await client.changes.plan({ calls }));
  expect(plan.counts).toEqual({ applied: room, refused: 1 });
  const last = (await rowsOf(client, plan.id)).at(-1);
  expect(last).toMatchObject({ state: 'refused', status: null, failure: { reason: 'limit-known', field: 'enabled' } });
  expect(platform.requests.count('POST /projects/:id/remote_mirrors')).toBe(room);
});
