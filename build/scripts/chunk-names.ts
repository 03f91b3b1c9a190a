import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** What of the module graph the bundler shows while it cuts. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null;
}

interface Choices {
  /** What may be moved at all. */
  isOurs: (id: string) => boolean;
  /** A package whose one file names everything in it: of such a one only what is asked for by name counts. */
  barrel?: { package: string; file: string };
  start: string;
  later: string;
}

/**
 * Into which file a module goes that several pages use: `start` for what the window needs before its first page is
 * drawn, `later` for what only pages need that are opened afterwards, so that another page makes no start slower.
 * @param first modules that are loaded one after the other when the window starts, from the folder of the project
 */
export function chunkNames(
  first: readonly string[],
  { isOurs, barrel, start, later }: Choices,
): (id: string, graph: Graph) => string | null {
  let needed: ReadonlySet<string> | undefined;
  return (id, graph) => {
    if (!isOurs(id)) return null;
    needed ??= reachable(
      first.map((path) => resolve(path)),
      graph,
      barrel,
    );
    return needed.has(id) ? start : later;
  };
}

/** These modules and all that they import without asking for it later. */
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

/** What a module imports from a package by name. */
function namesFrom(code: string, from: string): string[] {
  return [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g)]
    .filter(([, , source]) => source === from)
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(/\s/)[0] ?? ''));
}

/** The files that such names stand for, and those that are passed on whole. */
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
