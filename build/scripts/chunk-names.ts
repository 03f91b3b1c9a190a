import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The part of the bundler's module graph that is used here. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null;
}

interface Choices {
  /** The module of the first script, as a path from the root of the project. It and its imports get no name. */
  entry: string;
  /** A package with one index file. Only the modules of the imported names count as needed. */
  barrel?: { package: string; file: string };
  start: string;
  later: string;
}

/**
 * The chunk of a module that several pages use: `start` if the window needs it before its first page is
 * drawn, `later` if only pages need it that are opened afterwards. So a further page does not slow down the start.
 * @param first modules that the window loads at its start, as paths from the root of the project
 */
export function chunkNames(
  first: readonly string[],
  { entry, barrel, start, later }: Choices,
): (id: string, graph: Graph) => string | null {
  let ofEntry: ReadonlySet<string> | undefined;
  let needed: ReadonlySet<string> | undefined;
  return (id, graph) => {
    ofEntry ??= reachable([resolve(entry)], graph, barrel);
    if (isVirtual(id) || ofEntry.has(id)) return null;
    needed ??= reachable(
      first.map((path) => resolve(path)),
      graph,
      barrel,
    );
    return needed.has(id) ? start : later;
  };
}

/** Whether the bundler has generated the module, for example to load other modules. */
function isVirtual(id: string): boolean {
  return id.startsWith('\0');
}

/** These modules and all modules that they import statically. */
function reachable(roots: readonly string[], graph: Graph, barrel: Choices['barrel']): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const { importedIds = [], code = null } = graph.getModuleInfo(id) ?? {};
    for (const imported of importedIds) {
      if (barrel !== undefined && imported.endsWith(barrel.file)) {
        waiting.push(...behind(imported, namesFrom(code ?? '', barrel.package)));
      } else {
        waiting.push(imported);
      }
    }
  }
  return seen;
}

/** The names that a module imports from a package. */
function namesFrom(code: string, from: string): string[] {
  return [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g)]
    .filter(([, , source]) => source === from)
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(/\s/)[0] ?? ''));
}

/** The files that export these names, and those of `export *`. */
function behind(barrel: string, names: readonly string[]): string[] {
  const lines = readFileSync(barrel, 'utf8').matchAll(/export\s*(\*|\{[^}]*\})\s*from\s*['"]([^'"]+)['"]/g);
  return [...lines].flatMap(([, what = '', source = '']) => {
    const exported = what.split(/[\s,{}]+/);
    const isWanted = what === '*' || names.some((name) => exported.includes(name));
    if (!isWanted) return [];
    const file = resolve(dirname(barrel), source);
    const isBarrelToo = exported.length > 8 && what !== '*';
    return isBarrelToo ? behind(file, names) : [file];
  });
}
