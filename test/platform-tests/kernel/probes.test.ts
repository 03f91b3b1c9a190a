import { expect, test } from 'vitest';
import { probes } from '../../platform/settings.ts';
import { ask, start } from '../rig.ts';

test('undocumented requests are answered if a setting names them', async () => {
  const platform = await start({ probes });
  const names = async (who: 'admin' | 'outsider', list: string, field: string) =>
    (await ask(platform, who, `${list}?per_page=100`)).rows.map((row) => row[field]);
  expect((await ask(platform, 'admin', '/version')).json).toMatchObject({ version: expect.any(String) as string });
  expect((await ask(platform, 'owner', '/user')).json).toMatchObject({ id: 3, username: 'owner' });
  expect(await names('admin', '/groups', 'full_path')).toContain('acme/platform');
  expect(await names('outsider', '/groups', 'full_path')).not.toContain('acme/platform');
  expect(await names('admin', '/projects', 'path_with_namespace')).toContain('acme/core');
  expect(await names('outsider', '/projects', 'path_with_namespace')).not.toContain('acme/core');
});

test('undocumented requests that no setting names are answered with 404', async () => {
  const platform = await start({ probes: ['version'] });
  const statuses = await Promise.all(['/version', '/user'].map((path) => ask(platform, 'admin', path)));
  expect(statuses.map(({ status }) => status)).toEqual([200, 404]);
});
