import { expect, onTestFinished, test, vi } from 'vitest';
import { openCache } from '#main/cache/open-cache.ts';
import { databases } from '../../helpers/damage.ts';
import { rig, syncUsers } from '../../helpers/rig.ts';

test('an index that cannot be built is logged', async () => {
  const { client, ports } = await rig({ users: 60 });
  const [profile] = (await client.profiles.list()).profiles;
  const warn = vi.spyOn(ports.log, 'warn');
  const { cache, key } = databases(ports);
  const db = openCache({ file: cache(), key }, 'write');
  onTestFinished(() => void db.close());
  db.exec('CREATE TABLE users_by_name (name TEXT)');
  await syncUsers(client);
  await expect
    .poll(() => warn.mock.calls)
    .toContainEqual([
      'index not built',
      expect.objectContaining({
        ...{ profileId: profile?.id, code: 'bug', message: expect.stringContaining('users_by_name') as string },
      }),
    ]);
});
