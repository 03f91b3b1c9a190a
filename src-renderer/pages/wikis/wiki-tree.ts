import { decoded } from '#shared/contract/decoded.ts';
import type { WikiTree } from '#shared/contract/wikis.ts';

export type TreePage = WikiTree['pages'][number];

/** A folder, a page, or a page with pages below it. `path`: its slug. */
export interface TreeNode {
  path: string;
  /** The last step of its path. */
  name: string;
  /** Null: a folder that has no page. */
  page: TreePage | null;
  children: TreeNode[];
}

/** A node as one row of the tree. `depth` begins with 0. Without `isOpen`, there are no pages below it. */
export interface WikiRow extends Pick<TreeNode, 'path' | 'name' | 'page'> {
  depth: number;
  isOpen?: boolean;
}

/** Deeper folders are shown as part of the name. */
const mostLevels = 20;
/** The platform shows this page first. */
export const homeSlug = 'home';
const compare = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The pages as a tree: folders by `/`, the home page first, then folders and pages by name. */
export function treeOf(pages: readonly TreePage[]): TreeNode[] {
  const roots: TreeNode[] = [];
  const nodes = new Map<string, TreeNode>();
  for (const page of pages) nodeAt(page.slug).page = page;
  sort(roots);
  return roots;

  /** The node of a slug. Its folders are made as needed. */
  function nodeAt(slug: string): TreeNode {
    const steps = slug.split('/');
    const names = [...steps.slice(0, mostLevels - 1), ...restOf(steps)];
    let level = roots;
    let node: TreeNode | undefined;
    for (const [at, name] of names.entries()) {
      const path = at === names.length - 1 ? slug : names.slice(0, at + 1).join('/');
      node = nodes.get(path);
      if (node === undefined) {
        node = { path, name, page: null, children: [] };
        nodes.set(path, node);
        level.push(node);
      }
      level = node.children;
    }
    return node ?? { path: slug, name: slug, page: null, children: [] };
  }
}

function restOf(steps: readonly string[]): string[] {
  return steps.length < mostLevels ? [] : [steps.slice(mostLevels - 1).join('/')];
}

function sort(nodes: TreeNode[]): void {
  nodes.sort(
    (one, other) =>
      Number(other.path === homeSlug) - Number(one.path === homeSlug) ||
      compare.compare(one.name, other.name) ||
      (one.path < other.path ? -1 : 1),
  );
  for (const { children } of nodes) sort(children);
}

/** The visible rows from top to bottom. */
export function rowsOf(nodes: readonly TreeNode[], isOpen: (path: string) => boolean, depth = 0): WikiRow[] {
  return nodes.flatMap(({ path, name, page, children }) => {
    const row = { path, name, page, depth };
    if (children.length === 0) return [row];
    if (!isOpen(path)) return [{ ...row, isOpen: false }];
    return [{ ...row, isOpen: true }, ...rowsOf(children, isOpen, depth + 1)];
  });
}

/** The paths of the folders around a page: `a` and `a/b` of `a/b/c`. */
export function foldersOf(slug: string): string[] {
  const steps = slug.split('/').slice(0, -1);
  return steps.map((_, at) => steps.slice(0, at + 1).join('/'));
}

/**
 * The page that an address of the wiki leads to; null: none that is known. `root`: the address of the wiki on the
 * platform, with a slash at its end. The documents do not define relative links, so the folder of the linking page is
 * tried first, then the root.
 */
export function linkedPage(
  address: string,
  { root, from, slugs }: { root: string; from: string; slugs: ReadonlySet<string> },
): string | null {
  if (!address.startsWith(root)) return null;
  const path = (address.slice(root.length).split(/[?#]/)[0] ?? '').replace(/\/$/, '');
  const folder = foldersOf(from).at(-1);
  const inRoot =
    folder !== undefined && path.startsWith(`${encodedPath(folder)}/`)
      ? [path.slice(encodedPath(folder).length + 1)]
      : [];
  for (const one of [path, ...inRoot].map(decoded)) {
    if (one === null) continue;
    const names = [one, one.replace(/\.(md|markdown|rdoc|asciidoc|adoc|org)$/i, '')];
    const slug = names.flatMap((name) => [name, name.replaceAll(' ', '-')]).find((name) => slugs.has(name));
    if (slug !== undefined) return slug;
  }
  return null;
}

/** The address of the wiki of a project on the instance, with a slash at its end. */
export function wikiRoot(
  url: string | undefined,
  project: { path?: string | null; ref?: string | number } | null,
): string {
  const { path = null, ref = '' } = project ?? {};
  return `${url ?? 'https://wiki.invalid'}/${encodedPath(path ?? `projects/${ref}`)}/-/wikis/`;
}

/** A path as it is part of an address. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
