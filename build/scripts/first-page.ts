import type { Plugin, Rollup } from 'vite';

type Bundle = Rollup.OutputBundle;

/**
 * Add the files of these modules to `index.html`. Without it, the window imports them one after the other at its start; with it,
 * the browser loads them together. They are not executed earlier.
 * @param modules ends of their paths, in the order of loading
 */
export function firstPage(modules: readonly string[]): Plugin {
  return {
    name: 'first-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = modules.flatMap((module) => withImports(bundle, chunkOf(bundle, module)));
        const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const scripts = chunks.map(({ fileName }) => fileName);
        const link = (rel: string) => (file: string) => ({
          tag: 'link',
          attrs: { rel, crossorigin: true, href: `./${file}` },
          injectTo: 'head' as const,
        });
        const isNew = (file: string): boolean => !html.includes(`./${file}`);
        return [
          ...[...new Set(styles)].filter(isNew).map(link('stylesheet')),
          ...[...new Set(scripts)].filter(isNew).map(link('modulepreload')),
        ];
      },
    },
  };
}

function chunkOf(bundle: Bundle, module: string): Rollup.OutputChunk {
  const found = Object.values(bundle).find(
    (file): file is Rollup.OutputChunk => file.type === 'chunk' && file.facadeModuleId?.endsWith(module) === true,
  );
  if (found === undefined) throw new Error(`no file begins with ${module}`);
  return found;
}

/** The file after all its imports, which is the order of their styles. */
function withImports(bundle: Bundle, chunk: Rollup.OutputChunk, seen = new Set<string>()): Rollup.OutputChunk[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  const imported = chunk.imports.flatMap((name) => {
    const file = bundle[name];
    return file?.type === 'chunk' ? withImports(bundle, file, seen) : [];
  });
  return [...imported, chunk];
}
