import { isDeepStrictEqual } from 'node:util';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Evaluate modules named `*.constant.ts` during the build: the bundle contains the values of their exports and nothing that
 * computes them. Fails: if an export is not data that JSON can represent.
 */
export function constantModules(): Plugin {
  return {
    name: 'constant-modules',
    apply: 'build',
    async load(id) {
      if (!id.endsWith('.constant.ts')) return null;
      const exported = (await import(pathToFileURL(id).href)) as Record<string, unknown>;
      return Object.entries(exported)
        .map(([name, value]) => `export const ${name} = ${literal(name, value)};`)
        .join('\n');
    },
  };
}

function literal(name: string, value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined || !isDeepStrictEqual(JSON.parse(text), value))
    throw new Error(`${name} is not data that JSON can represent`);
  return text;
}
