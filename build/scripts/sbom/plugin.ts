import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Plugin, Rollup } from 'vite';
import { buildInfo } from './build-info.ts';
import { readComponent, packageFolder, type Component } from './component.ts';
import { cycloneDx, type Product } from './cyclonedx.ts';
import { nativeFolders, sqliteComponents } from './native.ts';
import { noticesJson, noticesText } from './notices.ts';

const files = ['sbom.cdx.json', 'third-party-notices.json', 'third-party-notices.txt', 'build-info.json'];

/** Code that the build tools add to the output, by the beginning of the module's id. */
const added = { '\0rolldown/': 'rolldown', '\0vite/': 'vite', '__vite-': 'vite' };

/**
 * Collect what is bundled, and write the software bill of materials, the third-party notices and the commit to `out`.
 * Only for packages (`REEVE_PACKAGE=1`). Other builds delete these files, because they may be out of date.
 * @param builds how many builds (main, preload, window) get the plugin; the last one writes
 */
export function sbom(root: string, builds: number): () => Plugin {
  const isPackage = process.env['REEVE_PACKAGE'] === '1';
  const folders = new Set<string>();
  let left = builds;
  return () => ({
    name: 'sbom',
    apply: 'build',
    buildStart() {
      for (const name of isPackage ? [] : files) rmSync(join(root, 'out', name), { force: true });
    },
    writeBundle(_options, bundle) {
      if (!isPackage) return;
      for (const folder of bundledFolders(root, Object.values(bundle))) folders.add(folder);
      left -= 1;
      if (left === 0) writeFiles(root, folders);
    },
  });
}

/** Absolute folders of the packages with code or assets in these files. Fails: for code of an unknown tool. */
export function bundledFolders(
  root: string,
  bundle: readonly (Rollup.OutputChunk | Rollup.OutputAsset)[],
): Set<string> {
  const ids = bundle.flatMap((file) =>
    file.type === 'asset'
      ? file.originalFileNames.map((name) => join(root, 'src-renderer', name))
      : Object.keys(file.modules).filter((id) => (file.modules[id]?.renderedLength ?? 0) > 0),
  );
  const owned = ids.map((id) => {
    const tool = Object.entries(added).find(([start]) => id.startsWith(start))?.[1];
    if (tool !== undefined) return join(root, 'node_modules', tool);
    const folder = packageFolder(id);
    if (folder === null && id.startsWith('\0')) throw new Error(`unknown origin of the bundled module ${id.slice(1)}`);
    return folder;
  });
  return new Set(owned.filter((folder) => folder !== null));
}

/** The place of a package in package-lock.json, also if `node_modules` is a link to another folder. */
const placeOf = (folder: string): string => folder.replaceAll('\\', '/').replace(/^.*?\/(?=node_modules\/)/, '');

/** Everything that is in a package, sorted by name. @param folders of the bundled packages */
export function componentsOf(root: string, folders: Iterable<string>): Component[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  const electron = join(root, 'node_modules/electron');
  const integrity = (folder: string): string | null =>
    // The npm package only downloads the runtime, so its hash says nothing about the runtime
    folder === electron ? null : (lock.packages[placeOf(folder)]?.integrity ?? null);
  const all = new Set([...folders, ...nativeFolders(root), electron]);
  const components = [
    ...Array.from(all, (folder) => readComponent(folder, integrity(folder))),
    ...sqliteComponents(join(root, 'node_modules/better-sqlite3')),
  ];
  // The same version can be installed at several places
  const different = [...new Map(components.map((component) => [component.purl, component])).values()];
  const key = ({ name, version }: Component): string => `${name} ${version}`;
  return different.sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

function writeFiles(root: string, folders: Iterable<string>): void {
  const { name, productName, version, license } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Product & {
    productName: string;
  };
  const epoch = process.env['SOURCE_DATE_EPOCH'];
  const at = epoch === undefined ? undefined : Number(epoch);
  const components = componentsOf(root, folders);
  const contents = [
    cycloneDx({ name, version, license }, components, at),
    noticesJson(components),
    noticesText(`${productName} ${version}`, components),
    `${JSON.stringify(buildInfo(root, at))}\n`,
  ];
  mkdirSync(join(root, 'out'), { recursive: true });
  for (const [index, content] of contents.entries()) writeFileSync(join(root, 'out', files[index] ?? ''), content);
}
