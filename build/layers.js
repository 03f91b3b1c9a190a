/**
 * Which layer may import which, as data. Lint checks each edited file against it, test/architecture the whole tree.
 * A file belongs to the first layer whose folder contains it. `may`: layers it may import besides itself and `everywhere`.
 * `restricted`: packages that only the named layers may import. `pure`: packages that every layer of a side may import.
 * Decision: build/decisions/0020-the-layer-checker-stays-ours.md
 */
export const everywhere = {
  'src-main': ['src-main/ports.ts', 'src-main/log-events.ts', 'src-shared'],
  'src-shared': ['src-shared/errors.ts', 'src-shared/time.ts'],
  'src-renderer': ['src-shared'],
};

export const layers = [
  { name: 'contract', folder: 'src-shared/contract', may: [] },
  { name: 'link', folder: 'src-shared/link', may: ['contract'] },
  { name: 'text', folder: 'src-shared/text', may: ['contract'] },
  { name: 'shared', folder: 'src-shared', may: [] },
  // Decision: build/decisions/0023-one-rpc-for-all-threads.md
  { name: 'threads', folder: 'src-main/threads', may: [] },
  { name: 'api', folder: 'src-main/api', may: ['threads'] },
  { name: 'cache', folder: 'src-main/cache', may: ['threads'] },
  { name: 'state', folder: 'src-main/state', may: [] },
  { name: 'changes', folder: 'src-main/changes', may: ['api', 'cache', 'state'] },
  { name: 'services', folder: 'src-main/services', may: ['api', 'cache', 'changes', 'state', 'threads'] },
  { name: 'jobs', folder: 'src-main/jobs', may: ['services', 'state'] },
  { name: 'core', folder: 'src-main/core', may: ['api', 'cache', 'state', 'changes', 'services', 'jobs'] },
  { name: 'keychain', folder: 'src-main/hosts/secrets.ts', may: [] },
  { name: 'electron', folder: 'src-main/hosts/electron', may: ['core', 'keychain', 'hosts'] },
  { name: 'node', folder: 'src-main/hosts/node', may: ['core', 'keychain', 'hosts'] },
  { name: 'hosts', folder: 'src-main/hosts', may: ['core', 'keychain'] },
  { name: 'main', folder: 'src-main', may: [] },
  { name: 'window-link', folder: 'src-renderer/link', may: [] },
  { name: 'stores', folder: 'src-renderer/stores', may: ['window-link'] },
  { name: 'components', folder: 'src-renderer/components', may: [] },
  // Decision: build/decisions/0007-a-layer-for-shared-parts-of-list-pages.md
  { name: 'console', folder: 'src-renderer/console', may: ['stores', 'components'] },
  { name: 'pages', folder: 'src-renderer/pages', may: ['stores', 'components', 'console'] },
  { name: 'styles', folder: 'src-renderer/styles', may: [] },
  {
    name: 'app',
    folder: 'src-renderer/app',
    may: ['window-link', 'stores', 'components', 'console', 'pages', 'styles'],
  },
  { name: 'renderer', folder: 'src-renderer', may: ['app', 'window-link'] },
  { name: 'simulator', folder: 'test/platform', may: [] },
];

/**
 * Inside a layer, the machinery does not import single resources: files in `folder` import nothing from `not`, except
 * the files `but`. Tests may.
 */
export const apart = [
  { folder: 'src-main/api/client', not: 'src-main/api/endpoints', but: [] },
  {
    folder: 'src-main/cache',
    not: 'src-main/cache/collections',
    but: ['src-main/cache/collections/index.ts'],
  },
  { folder: 'src-main/changes', not: 'src-main/changes/operations', but: [] },
  {
    folder: 'src-main/services',
    not: 'src-main/services/lists/sources',
    but: ['src-main/services/lists/sources/index.ts'],
  },
];

/**
 * Names with which the verbs of the contract are called. On this side, only the layers `may` use them; all others call a method of a
 * store.
 */
export const verbs = { side: 'src-renderer', names: ['client', 'collectionClient'], may: ['window-link', 'stores'] };

/** Packages that only these layers may import, types included. */
export const restricted = {
  electron: ['electron'],
  keytar: ['keychain'],
  'better-sqlite3': ['cache', 'state'],
  undici: ['api'],
  ws: ['node'],
};

/** Packages that every layer of a side may import. The side of the core may also import the modules of Node. */
export const pure = {
  'src-shared': ['zod'],
  'src-main': ['zod', 'pino', 'csv-stringify', 're2js', 'env-paths', 'fflate'],
  'src-renderer': [
    'zod',
    'svelte',
    'bits-ui',
    '@codemirror/commands',
    '@codemirror/language',
    '@codemirror/language-data',
    '@codemirror/merge',
    '@codemirror/search',
    '@codemirror/state',
    '@codemirror/view',
    '@internationalized/date',
    '@lezer/highlight',
    '@lucide/icons',
    '@fontsource-variable/inter',
    '@fontsource-variable/jetbrains-mono',
    'marked',
  ],
  'test/platform': ['re2js'],
};

/** Sides whose code runs without the modules of Node. */
export const withoutNode = ['src-shared', 'src-renderer'];
