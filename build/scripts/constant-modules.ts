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
      return source(exported);
    },
  };
}

/** The exported values as source code. An object that occurs several times is written once, as a constant. */
export function source(exported: Readonly<Record<string, unknown>>): string {
  const names = new Map<string, string>();
  const shared: string[] = [];
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const value of Object.values(exported)) count(value);
  const exports = Object.entries(exported).map(([name, value]) => {
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(value) ?? 'null'), value))
      throw new Error(`${name} is not data that JSON can represent`);
    return `export const ${name} = ${codeOf(value)};`;
  });
  return [...shared, ...exports].join('\n');

  function count(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const text = JSON.stringify(value);
    if (seen.has(text)) {
      repeated.add(text);
      return;
    }
    seen.add(text);
    for (const one of Object.values(value)) count(one);
  }

  function codeOf(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const text = JSON.stringify(value);
    if (!repeated.has(text)) return written(value);
    const known = names.get(text);
    if (known !== undefined) return known;
    const code = written(value);
    const name = `shared${names.size}`;
    names.set(text, name);
    shared.push(`const ${name} = ${code};`);
    return name;
  }

  function written(value: object): string {
    if (Array.isArray(value)) return `[${value.map(codeOf).join(',')}]`;
    return `{${Object.entries(value)
      .map(([key, one]) => `${JSON.stringify(key)}:${codeOf(one)}`)
      .join(',')}}`;
  }
}
