import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apart, everywhere, layers, restricted } from '../../build/layers.js';
import { resourceFolders } from '../../build/scripts/indexes.ts';
import { isMissing, checkImport, layerOf, targetOf } from '../../build/scripts/layers.ts';
import { cycleIn, importsIn, importsOf, sourceFiles } from './imports.ts';

const root = process.cwd();
/** The generated indexes are not in git, but a cycle of imports can lead through them. */
const indexes = resourceFolders.map(({ folder, index }) => `${folder}/${index}`);
const files = [...sourceFiles(root), ...indexes];
const crossings = files.flatMap((file) => importsOf(root, file).map((specifier) => ({ file, specifier })));

const isOfProduct = (file: string): boolean => /^src-(?!.*\.test\.ts$)/.test(file);
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

test('files of all sides and imports of all kinds are found', () => {
  for (const side of ['src-shared/', 'src-main/', 'src-renderer/', 'test/platform/']) {
    expect(
      files.some((file) => file.startsWith(side)),
      side,
    ).toBe(true);
  }
  expect(crossings.length).toBeGreaterThan(files.length);
  const text = `import a from './a.ts'; import type { B } from './b.ts'; export * from './c.ts'; export type { D } from './d.ts';
    const e = await import('./e.ts'); type F = import('./f.ts').F; import './g.css';`;
  expect(importsIn(text, 'x.ts')).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts', './g.css']);
  const component = `<script module lang="ts">import a from './a.ts';</script><script lang="ts">import './b.ts';</script><p>import './c.ts'</p>`;
  expect(importsIn(component, 'X.svelte')).toEqual(['./a.ts', './b.ts']);
});

test('every import of the tree is allowed by build/layers.js', () => {
  const wrong = crossings.flatMap((imported) => {
    const violation = checkImport(imported);
    return violation === undefined ? [] : [`${imported.file}: ${violation.what}`];
  });
  expect(wrong).toEqual([]);
});

test.each([
  [
    'src-main/core/create-core.ts',
    '#main/hosts/node/page-server.ts',
    "may not import '#main/hosts/node/page-server.ts'",
  ],
  ['src-main/api/client/send.ts', '#main/cache/documents.ts', "layer 'cache'"],
  ['src-main/jobs/users-sync.ts', '#main/api/client/send.ts', "layer 'api'"],
  ['src-main/services/users/users.ts', 'undici', "only api may import 'undici'"],
  ['src-main/hosts/node/page-server.ts', 'electron', "only electron may import 'electron'"],
  ['src-main/hosts/electron/main.ts', 'ws', "only node may import 'ws'"],
  ['src-main/cache/worker/store.ts', 'keytar', "only keychain may import 'keytar'"],
  ['src-main/services/users/users.ts', 'lodash', 'not on the list of packages of src-main'],
  ['src-main/services/users/users.ts', '../../api/client/send.ts', "is written '#main/api/client/send.ts'"],
  ['src-main/services/users/users.ts', '#main/services/host.ts', "is written '../host.ts'"],
  ['src-main/services/users/users.ts', 'fs', "is written 'node:fs'"],
  ['src-main/api/client/send.ts', '../endpoints/users.ts', 'a single resource'],
  ['src-main/cache/read/list-reader.ts', '../collections/keys.ts', 'a single resource'],
  ['src-main/changes/engine/plan-engine.ts', '../operations/index.ts', 'a single resource'],
  ['src-main/services/overview/overview.ts', '../lists/sources/keys.ts', 'a single resource'],
  ['src-shared/contract/users.ts', 'node:fs', 'does not exist where src-shared runs'],
  ['src-shared/text/en/users.ts', '#shared/link/wire.ts', "layer 'link'"],
  ['src-renderer/stores/users.svelte.ts', '../pages/users/x.ts', "layer 'pages'"],
  ['src-renderer/components/text/Age.svelte', '../../stores/x.svelte.ts', "layer 'stores'"],
  ['src-renderer/app/frame/Shell.svelte', '../../../src-main/ports.ts', "layer 'main'"],
  ['src-renderer/app/frame/Shell.svelte', 'node:path', 'does not exist where src-renderer runs'],
  ['test/platform/server.ts', '#shared/errors.ts', "layer 'shared'"],
  ['test/platform/server.ts', '../../src-main/api/endpoints/users.ts', "layer 'api'"],
  ['test/platform/server.ts', '../helpers/rig.ts', 'outside of every layer'],
  ['test/platform/server.ts', 'zod', 'not on the list of packages of test/platform'],
])('%s importing %s is a violation', (file, specifier, message) => {
  expect(checkImport({ file, specifier })?.what).toContain(message);
});

test.each([
  ['src-main/services/users/users.ts', '#main/api/endpoints/users.ts'],
  ['src-main/services/users/users.ts', '#main/ports.ts'],
  ['src-main/api/endpoints/index.ts', './users.ts'],
  ['src-main/cache/read/scoped-reader.ts', '../collections/index.ts'],
  ['src-main/api/client/send.ts', 'undici'],
  ['src-main/api/client/send.ts', 'node:tls'],
  ['src-main/hosts/electron/main.ts', '#main/core/create-core.ts'],
  ['src-renderer/pages/users/UsersPage.svelte', '../../stores/users.svelte.ts'],
  ['src-renderer/components/text/Age.svelte', '#shared/time.ts'],
  ['test/platform/main.ts', './server.ts'],
  ['test/api/users.test.ts', 'undici'],
])('%s may import %s', (file, specifier) => {
  expect(checkImport({ file, specifier })).toBeUndefined();
});

/** A call of a function of the browser or of Node that connects to an address, and not of a function with the same name. */
const connects =
  /(?<![\w.#])(?<!function |async )fetch\(|\bnew (WebSocket|EventSource|XMLHttpRequest)\b|\.sendBeacon\(/;

test('only the API client connects to other machines, and the window only to its host', () => {
  const connecting = /^(undici|(node:)?(http2?|https|net|tls|dgram|dns)(\/.*)?)$/;
  const importing = crossings.filter(({ file, specifier }) => isOfProduct(file) && connecting.test(specifier));
  expect(new Set(importing.map(({ file }) => file))).toEqual(
    new Set([
      'src-main/api/client/exchange/attempt.ts',
      'src-main/api/client/exchange/connect.ts',
      // They serve the window; test/node/page-server.test.ts shows that they listen only on this machine
      'src-main/hosts/node/downloads.ts',
      'src-main/hosts/node/page-server.ts',
    ]),
  );
  const calling = files.filter((file) => isOfProduct(file) && connects.test(textOf(file)));
  // The second one calls its own function with this name
  expect(calling).toEqual(
    ['src-renderer/link/socket-wire.ts', 'src-main/services/snippets/snippet-contents.ts'].toSorted(),
  );
});

test.each([
  ['await fetch(url)', true],
  ['new WebSocket(url)', true],
  ['navigator.sendBeacon(url)', true],
  ['this.fetch(row)', false],
  ['this.#fetch(page)', false],
  ['async function fetch(row)', false],
])('the code %s connects to an address: %s', (code, isSo) => {
  expect(connects.test(code)).toBe(isSo);
});

test('relative and `#` imports name existing files', () => {
  const ours = crossings.filter(({ file }) => layerOf(file) !== undefined);
  expect(ours.length).toBeGreaterThan(0);
  expect(ours.filter((imported) => isMissing(imported, root))).toEqual([]);
});

test('there is no cycle of imports', () => {
  const graph = new Map(files.map((file) => [file, [] as string[]]));
  for (const imported of crossings) {
    const target = targetOf(imported);
    if (target !== undefined) graph.get(imported.file)?.push(target);
  }
  expect(cycleIn(graph)?.join(' → ')).toBeUndefined();
  expect(
    cycleIn(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
  ).toEqual(['b', 'c', 'b']);
});

test('sibling folders do not import each other in both directions', () => {
  const graphs = new Map<string, Map<string, string[]>>();
  for (const imported of crossings) {
    const target = targetOf(imported);
    if (target === undefined || layerOf(imported.file) === undefined || imported.file.endsWith('.test.ts')) continue;
    const [from, to] = [imported.file.split('/'), target.split('/')];
    const fork = from.findIndex((part, index) => part !== to[index]);
    const [own, other] = [from[fork], to[fork]];
    if (own === undefined || other === undefined || fork + 1 >= from.length || fork + 1 >= to.length) continue;
    const parent = from.slice(0, fork).join('/');
    const graph = graphs.get(parent) ?? new Map<string, string[]>();
    graphs.set(parent, graph.set(own, [...(graph.get(own) ?? []), other]));
  }
  expect(graphs.size).toBeGreaterThan(10);
  const circles = [...graphs].flatMap(([parent, graph]) => {
    const circle = cycleIn(graph);
    return circle === undefined ? [] : [`${parent}: ${circle.join(' → ')}`];
  });
  expect(circles).toEqual([]);
});

test('the table has only known layers, and no layer but the hosts may import a host', () => {
  const names = new Set(layers.map(({ name }) => name));
  expect(names.size).toBe(layers.length);
  for (const { name, may } of layers) for (const other of may) expect(names, `${name} → ${other}`).toContain(other);
  for (const { folder, not, but } of apart) {
    for (const place of [folder, not])
      expect(
        files.some((file) => file.startsWith(`${place}/`)),
        place,
      ).toBe(true);
    for (const file of but) expect(files).toContain(file);
  }
  for (const holders of Object.values(restricted)) for (const holder of holders) expect(names).toContain(holder);
  for (const open of Object.values(everywhere).flat()) expect(open).toMatch(/^src-(shared|main)/);
});
