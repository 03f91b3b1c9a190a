import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chunkNames } from '../../build/scripts/chunk-names.ts';

const into = { entry: 'main.ts', start: 'shared', later: 'pages' };

test('modules of the start are in its file, those of later pages in another, and those of the first script in neither', () => {
  const imports: Record<string, string[]> = {
    [resolve('main.ts')]: ['/connect.ts'],
    [resolve('start.ts')]: ['/grid.ts', '/connect.ts'],
    '/grid.ts': ['/row.ts', resolve('start.ts')],
    '/dialog.ts': ['/row.ts'],
  };
  const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [], code: '' }) };
  const name = chunkNames(['start.ts'], into);
  expect(
    ['/row.ts', '/grid.ts', '/dialog.ts', '/connect.ts', '\0preload-helper.js'].map((id) => name(id, graph)),
  ).toEqual(['shared', 'shared', 'pages', null, null]);
});

test('of a package with one index file, only the imported names belong to the start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-barrel-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [barrel, menu, tabs] = ['index.js', 'menu.js', 'tabs.js'].map((file) => join(folder, file));
  writeFileSync(String(barrel), `export { Menu } from "./menu.js";\nexport { Tabs } from "./tabs.js";\n`);
  const graph = {
    getModuleInfo: (id: string) =>
      id === resolve('start.ts')
        ? { importedIds: [String(barrel)], code: `import { Menu as M, type X } from 'parts';` }
        : { importedIds: [], code: '' },
  };
  const name = chunkNames(['start.ts'], { barrel: { package: 'parts', file: String(barrel) }, ...into });
  expect([name(String(menu), graph), name(String(tabs), graph)]).toEqual(['shared', 'pages']);
});
