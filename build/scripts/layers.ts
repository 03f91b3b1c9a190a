import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { apart, everywhere, layers, pure, restricted, verbs, withoutNode } from '../layers.js';

/** One import in a file. `file`: path from the root with forward slashes; `specifier`: as written. */
export interface Import {
  file: string;
  specifier: string;
}

/** See `apart` in build/layers.js. */
interface Apart {
  folder: string;
  not: string;
  but: readonly string[];
}

interface Layer {
  name: string;
  folder: string;
  may: readonly string[];
}
const table: readonly Layer[] = layers;
const lists = {
  apart: apart as readonly Apart[],
  everywhere: everywhere as Record<string, readonly string[]>,
  pure: pure as Record<string, readonly string[]>,
  restricted: restricted as Record<string, readonly string[]>,
};
const builtins = new Set(builtinModules);
const aliases: Record<string, string> = { '#shared/': 'src-shared/', '#main/': 'src-main/' };

const isWithin = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

/** The first layer whose folder contains the file; undefined for tests, scripts and configs, which have no rules. */
export function layerOf(file: string): Layer | undefined {
  return file.endsWith('.config.js') ? undefined : table.find((layer) => isWithin(file, layer.folder));
}

/** The file of a relative or `#` import, as a path from the root; undefined for packages. */
export function targetOf({ file, specifier }: Import): string | undefined {
  const path = specifier.replace(/\?.*$/, '');
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path);
  const alias = Object.keys(aliases).find((prefix) => path.startsWith(prefix));
  return alias === undefined ? undefined : `${aliases[alias]}${path.slice(alias.length)}`;
}

/** The problem of an import. `write`: the correct specifier, if only the spelling is wrong. */
export interface Violation {
  what: string;
  write?: string;
}

/** Check an import against `build/layers.js`; undefined if it is allowed. */
export function checkImport(imported: Import): Violation | undefined {
  const from = layerOf(imported.file);
  if (from === undefined) return undefined;
  const target = targetOf(imported);
  return target === undefined ? checkPackage(imported, from) : checkFile(imported, from, target);
}

/** Check a used or imported name against `verbs` of `build/layers.js`; undefined if it is allowed. */
export function checkUse(file: string, name: string): Violation | undefined {
  const from = layerOf(file);
  if (from === undefined || sideOf(file) !== verbs.side || !verbs.names.includes(name)) return undefined;
  if (verbs.may.includes(from.name)) return undefined;
  return { what: `layer '${from.name}' may not use '${name}': only stores call the contract, so add a method to one` };
}

function checkFile({ file, specifier }: Import, from: Layer, target: string): Violation | undefined {
  const to = layerOf(target);
  const side = sideOf(file);
  if (to?.name !== from.name) {
    const isOpen = (lists.everywhere[side] ?? []).some((folder) => isWithin(target, folder));
    if (!isOpen && !(to !== undefined && from.may.includes(to.name))) {
      const whose = to === undefined ? 'outside of every layer' : `layer '${to.name}'`;
      return { what: `layer '${from.name}' may not import '${specifier}' (${whose})` };
    }
  }
  if (isKeptApart(file, target)) return { what: `'${file}' may not import '${specifier}' (a single resource)` };
  const write = spelling(file, target, to?.name === from.name);
  return write === undefined || write === specifier
    ? undefined
    : { what: `'${specifier}' is written '${write}'`, write };
}

function isKeptApart(file: string, target: string): boolean {
  if (file.endsWith('.test.ts')) return false;
  return lists.apart.some(
    ({ folder, not, but }) =>
      isWithin(file, folder) && !isWithin(file, not) && isWithin(target, not) && !but.includes(target),
  );
}

/** The correct specifier: relative inside a layer, `#main/…` and `#shared/…` across layers. The window has no alias. */
function spelling(file: string, target: string, isSameLayer: boolean): string | undefined {
  if (isSameLayer) {
    const path = posix.relative(posix.dirname(file), target);
    return path.startsWith('.') ? path : `./${path}`;
  }
  if (target.startsWith('src-main/')) return `#main/${target.slice('src-main/'.length)}`;
  if (target.startsWith('src-shared/')) return `#shared/${target.slice('src-shared/'.length)}`;
  return undefined;
}

function checkPackage({ file, specifier }: Import, from: Layer): Violation | undefined {
  const name = packageOf(specifier);
  const side = sideOf(file);
  if (specifier.startsWith('node:') || builtins.has(name)) {
    if (withoutNode.includes(side)) return { what: `'${specifier}' does not exist where ${side} runs` };
    const write = `node:${specifier}`;
    return specifier.startsWith('node:') ? undefined : { what: `'${specifier}' is written '${write}'`, write };
  }
  const allowed = lists.restricted[name];
  if (allowed !== undefined) {
    if (allowed.includes(from.name)) return undefined;
    return { what: `only ${allowed.join(', ')} may import '${name}', not '${from.name}'` };
  }
  if (name === 'vitest' && file.endsWith('.test.ts')) return undefined;
  const open = lists.pure[side] ?? [];
  return open.includes(name) ? undefined : { what: `'${name}' is not on the list of packages of ${side}` };
}

/** The side of a file, which is the key of the package lists: its first folder, or `test/platform`. */
function sideOf(file: string): string {
  return Object.keys(lists.pure).find((side) => isWithin(file, side)) ?? file.split('/')[0] ?? '';
}

function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}

/** Whether a relative or `#` import names a file that doesn't exist. Packages are checked by the compiler. */
export function isMissing(imported: Import, root: string): boolean {
  const target = targetOf(imported);
  return target !== undefined && !existsSync(posix.join(root, target));
}
