import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import ts from 'typescript';

/** All source files that git tracks or would add, as paths from the root with forward slashes. */
export function sourceFiles(root: string): string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  const deleted = execFileSync('git', ['ls-files', '--deleted', '-z'], { cwd: root, encoding: 'utf8' });
  const deletedFiles = new Set(deleted.split('\0'));
  return list.split('\0').filter((file) => /\.(ts|js|svelte)$/.test(file) && !deletedFiles.has(file));
}

/** All imports of a file: static, `import type`, re-exports, dynamic imports and `import('…')` types. */
export function importsOf(root: string, file: string): string[] {
  return importsIn(readFileSync(join(root, file), 'utf8'), file);
}

export function importsIn(text: string, file: string): string[] {
  const code = file.endsWith('.svelte') ? scriptsOf(text) : text;
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const source = sourceOf(node);
    if (source !== undefined && ts.isStringLiteralLike(source)) found.push(source.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function sourceOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  const isImportCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isImportCall ? node.arguments[0] : undefined;
}

/** The scripts of a component. Dynamic imports in its markup are not found. */
function scriptsOf(component: string): string {
  return [...component.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code).join('\n');
}

/** The first cycle in a graph, as a list of files; undefined if there is none. */
export function cycleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (file: string): string[] | undefined => {
    const start = path.indexOf(file);
    if (start >= 0) return [...path.slice(start), file];
    if (done.has(file)) return undefined;
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      const circle = walk(next);
      if (circle !== undefined) return circle;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = walk(file);
    if (circle !== undefined) return circle;
  }
  return undefined;
}
