import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Workers } from '#main/ports.ts';

/** Where the parts of Reeve lie, seen from a host's entry file. Paths are absolute. */
export interface BuildPaths {
  workers: Workers;
  /** The built window, with `index.html` in it. */
  page: string;
  preload: string;
  version: string;
}

/**
 * In a build the workers lie beside the entry; in a checkout the entry is a `.ts` file and they run from their sources.
 * @param entry `import.meta.url` of a host's `main`, not of this file: a bundler may have moved this one.
 */
export function buildPathsOf(entry: string): BuildPaths {
  const isSource = entry.endsWith('.ts');
  const root = new URL(isSource ? '../../../' : '../../', entry);
  const worker = (layer: string, name: string) =>
    new URL(isSource ? `../../${layer}/${name}.ts` : `./${name}.js`, entry);
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
  return {
    workers: {
      store: worker('cache/worker', 'store-worker'),
      read: worker('cache/worker', 'read-worker'),
      decode: worker('api', 'decode-worker'),
    },
    page: fileURLToPath(new URL('out/renderer', root)),
    preload: fileURLToPath(new URL('out/preload/preload.cjs', root)),
    version,
  };
}
