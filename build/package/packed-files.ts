/** Files in the package. `count`: how many match, exactly or from one number to another. */
export interface FilePattern {
  /** A glob for `path.matchesGlob`. Files in `app.asar` have paths below it. */
  files: string;
  count: number | readonly [least: number, most: number];
}

/**
 * All files of the Linux package, except those of the Electron runtime. `package:check` fails if a file matches no
 * pattern, or if a count differs: look at the new files, then change the list.
 */
export const packedFiles: readonly FilePattern[] = [
  // Licenses
  { files: 'LICENSE.electron.txt', count: 1 },
  { files: 'LICENSES.chromium.html', count: 1 },
  { files: 'resources/LICENSE', count: 1 },
  { files: 'resources/third-party-notices.txt', count: 1 },
  { files: 'resources/app.asar/node_modules/better-sqlite3/LICENSE', count: 1 },
  { files: 'resources/app.asar/node_modules/keytar/LICENSE.md', count: 1 },
  // The list of bundled packages; their licenses and the commit, which "About" shows
  { files: 'resources/sbom.cdx.json', count: 1 },
  { files: 'resources/app.asar/out/third-party-notices.json', count: 1 },
  { files: 'resources/app.asar/out/build-info.json', count: 1 },
  // The core and its threads
  { files: 'resources/app.asar/package.json', count: 1 },
  { files: 'resources/app.asar/out/main/{electron,node}.js', count: 2 },
  { files: 'resources/app.asar/out/main/{store,read,decode,parse}-worker.js', count: 4 },
  { files: 'resources/app.asar/out/main/chunks/*.js', count: [5, 30] },
  { files: 'resources/app.asar/out/preload/preload.cjs', count: 1 },
  // The window: a script for each page and form, one style sheet, its icon, two fonts in their subsets
  { files: 'resources/app.asar/out/renderer/index.html', count: 1 },
  { files: 'resources/app.asar/out/renderer/assets/*.js', count: [200, 400] },
  { files: 'resources/app.asar/out/renderer/assets/*.css', count: 1 },
  { files: 'resources/app.asar/out/renderer/assets/icon-*.svg', count: 1 },
  { files: 'resources/app.asar/out/renderer/assets/*.woff2', count: 13 },
  // Native modules: their scripts in the archive, their binaries beside it
  { files: 'resources/app.asar/node_modules/better-sqlite3/package.json', count: 1 },
  { files: 'resources/app.asar/node_modules/better-sqlite3/lib/**/*.js', count: 15 },
  { files: 'resources/app.asar/node_modules/keytar/package.json', count: 1 },
  { files: 'resources/app.asar/node_modules/keytar/lib/keytar.js', count: 1 },
  { files: 'resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds/linux-{x64,arm64}.node', count: 1 },
  { files: 'resources/app.asar.unpacked/node_modules/keytar/prebuilds/linux-{x64,arm64}/keytar.node', count: 1 },
];

/** Files that no pattern of the list above may allow. */
export const refusedFiles: readonly string[] = [
  '**/*.map',
  '**/*.{ts,svelte,c,cc,cpp,h,gyp,gypi}',
  '**/*.{test,spec}.*',
  '**/{src,src-*,test,tests,docs,build}/**',
  '**/*{darwin,win32,linuxmusl,ia32,armv7l}*',
  '**/*{darwin,win32,linuxmusl,ia32,armv7l}*/**',
  '**/*.db',
];

/** Files of the Electron runtime for Linux. They have no counts, because each version of Electron has other files. */
export const runtimeFiles: readonly string[] = [
  'reeve',
  'chrome-sandbox',
  'chrome_crashpad_handler',
  'version',
  'icudtl.dat',
  'vk_swiftshader_icd.json',
  '*.{bin,pak}',
  '*.so',
  '*.so.*',
  'locales/*.pak',
];
