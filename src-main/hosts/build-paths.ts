import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Workers } from '#main/ports.ts';

/** Absolute paths of the built parts of Reeve. */
export interface BuildPaths {
  workers: Workers;
  /** The folder that contains all of them. */
  built: string;
  /** The built window, with `index.html` in it. */
  page: string;
  preload: string;
  version: string;
}

/**
 * In a build, the workers are in the folder of the entry. In a checkout, the entry is a `.ts` file and the workers are
 * run from their sources.
 * @param entry `import.meta.url` of the `main` of a host, and not of this file, which a bundler may have moved.
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
      parse: worker('services', 'parse-worker'),
    },
    built: fileURLToPath(new URL('out', root)),
    page: fileURLToPath(new URL('out/renderer', root)),
    preload: fileURLToPath(new URL('out/preload/preload.cjs', root)),
    version,
  };
}
