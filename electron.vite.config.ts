import './build/scripts/require-node.js';
import process from 'node:process';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import { chunkNames } from './build/scripts/chunk-names.ts';
import { constantModules } from './build/scripts/constant-modules.ts';
import { firstPage } from './build/scripts/first-page.ts';
import { writeIndexes } from './build/scripts/indexes.ts';
import { sbom } from './build/scripts/sbom/plugin.ts';

writeIndexes(import.meta.dirname);

/** What is loaded before the first page is drawn. */
const firstModules = ['src-renderer/app/start.ts', 'src-renderer/pages/users/UsersPage.svelte'];

/** What shows code. The parts of a language are loaded with the first file in it. */
const codeModules = /[\\/]node_modules[\\/]@?(codemirror|lezer)[\\/]/;
/** The view of code and the parser that all languages share: loaded with the first file that is shown. */
const codePackages =
  /[\\/]node_modules[\\/](@codemirror[\\/](view|state|language|merge|search|commands)|@lezer[\\/](common|highlight|lr)|@marijn|crelt|style-mod|w3c-keyname)[\\/]/;

const chunkOf = chunkNames(firstModules, {
  entry: 'src-renderer/main.ts',
  barrel: { package: 'bits-ui', file: '/bits-ui/dist/index.js' },
  start: 'shared',
  later: 'pages',
});

/** For packages: what is in the build, collected from the builds of main, preload and renderer. */
const collected = sbom(import.meta.dirname, 3);
/** Source maps that the output does not name; the check of packages reads them. They are not packed. */
const sourcemap = process.env['REEVE_MAPS'] === '1' ? 'hidden' : false;

/** Only the two native modules stay outside of the bundle; they are the only runtime dependencies of package.json. */
export default defineConfig({
  main: {
    plugins: [collected()],
    build: {
      sourcemap,
      outDir: 'out/main',
      rolldownOptions: {
        input: {
          electron: 'src-main/hosts/electron/main.ts',
          node: 'src-main/hosts/node/main.ts',
          'store-worker': 'src-main/cache/worker/store-worker.ts',
          'read-worker': 'src-main/cache/worker/read-worker.ts',
          'decode-worker': 'src-main/api/decode-worker.ts',
          'parse-worker': 'src-main/services/parse-worker.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  },
  preload: {
    plugins: [collected()],
    build: {
      sourcemap,
      outDir: 'out/preload',
      rolldownOptions: {
        input: { preload: 'src-main/hosts/electron/preload.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [
      constantModules(),
      svelte({ configFile: 'svelte.config.js' }),
      firstPage(['app/start.ts', 'users/UsersPage.svelte']),
      collected(),
    ],
    build: {
      sourcemap,
      outDir: 'out/renderer',
      minify: true,
      // An inlined asset would be a data: URL, which the content security policy allows for pictures only.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // A few files instead of fifty: each costs a turn of the host's main thread while a start is waited for.
      cssCodeSplit: false,
      // In kB. The pages that are loaded after the first one are one file, read from this computer.
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: {
        input: 'src-renderer/index.html',
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              { name: 'code', test: codePackages, priority: 1 },
              {
                name: (id: string, graph: Parameters<typeof chunkOf>[1]) =>
                  codeModules.test(id) ? null : chunkOf(id, graph),
                debugName: 'shared',
                minShareCount: 2,
              },
            ],
          },
        },
      },
    },
  },
});
