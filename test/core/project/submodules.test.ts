import { expect, test } from 'vitest';
import { rig } from '../../helpers/rig.ts';
import { applyAndWait } from '../changes-rig.ts';

const ref = 'main';

test('submodules of this instance are found by their URLs, hundreds of them without further requests', async () => {
  const { client, platform } = await rig();
  const scope = `project:${platform.world.projects.lookup('acme/core')?.id}`;
  const urls = [
    '../website.git',
    `${platform.url}/acme/website`,
    'git@127.0.0.1:acme/website.git',
    'https://x.example/a/b',
  ];
  const many = Array.from(
    { length: 600 },
    (_, n) => `[submodule "m${n}"]\n\tpath = lib/m${n}\n\turl = ${urls[n % 4]}\n`,
  );
  const edit = {
    op: 'files.edit',
    path: { id: 'acme/core', file_path: '.gitmodules' },
    body: { branch: 'main', commit_message: 'More submodules', content: many.join('') },
    label: 'submodules',
  };
  await applyAndWait(client, await client.changes.plan({ calls: [edit] }));
  await client.catalogue.add({ text: 'acme/core', kind: 'project', isPinned: false });
  await client.repositoryFiles.check({ scope, ref, path: '.gitmodules' });
  const requests = platform.requests.count();
  const { rows } = await client.repositoryFiles.submodules({ scope: 'project:acme/core', ref });
  expect(rows).toHaveLength(600);
  const found = ['acme/website', 'acme/website', 'acme/website', null];
  expect(rows.slice(0, 4).map(({ project }) => project)).toEqual(found);
  expect((await client.repositoryFiles.submodules({ scope, ref })).rows.slice(1, 4)).toMatchObject(
    found.slice(1).map((project) => ({ project })),
  );
  // The tabs count them, too
  expect(await client.repositoryFiles.counts({ scope })).toEqual({ files: 601, submodules: null });
  await client.repositoryFiles.check({ scope, ref: 'HEAD', path: '.gitmodules' });
  expect(await client.repositoryFiles.counts({ scope })).toEqual({ files: 601, submodules: 600 });
  expect(platform.requests.count()).toBe(requests + 1);
});
