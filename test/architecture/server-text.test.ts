import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.ts';

const root = process.cwd();
const components = sourceFiles(root).filter((file) => file.endsWith('.svelte'));

test('text of the platform is shown with visibleText inside a bdi element', () => {
  const bare = components.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return [...source.matchAll(/<bdi\b[\s\S]*?<\/bdi/g)]
      .map(([whole]) => whole)
      .filter((whole) => !whole.includes('visibleText('))
      .map((whole) => `${file}: ${whole.slice(0, 80)}`);
  });
  expect(bare).toEqual([]);
});

/** Fields of records that hold text of the platform. */
const textFields = [
  'label',
  'name',
  'username',
  'path',
  'title',
  'description',
  'detail',
  'reportedMessage',
  'note',
  'message',
];
/** Objects in which these fields hold Reeve's own texts, its own data, or what the person entered. */
const ownObjects = [
  ...['words', 'shell', 'runners', 'labels', 'field', 'option', 'column', 'tab', 'action', 'ifNone', 'cancelForm'],
  ...['profile', 'profiles', 'endpoint', 'one', 'open', 'vault', 'notice'],
];
/** Attributes of HTML elements that are shown or read aloud. Components call `visibleText` themselves. */
const shownAttributes = ['title', 'aria-label', 'placeholder'];

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const nameOf = (node: unknown): string => (isNode(node) && typeof node['name'] === 'string' ? node['name'] : '');

/** Expressions of a template whose result is shown: between tags, and in these attributes. */
function shownExpressions(node: Node): Node[] {
  const own =
    node.type === 'Fragment'
      ? (node['nodes'] as Node[])
      : node.type === 'RegularElement'
        ? (node['attributes'] as Node[])
            .filter((attribute) => shownAttributes.includes(nameOf(attribute)))
            .flatMap(({ value }) => [value].flat().filter(isNode))
        : [];
  const shown = own.filter(({ type }) => type === 'ExpressionTag').map(({ expression }) => expression as Node);
  return [...shown, ...childrenOf(node).flatMap(shownExpressions)];
}

/** Parts of an expression that read a text field of a record without `visibleText`. */
function untreated(node: Node): Node[] {
  switch (node.type) {
    case 'CallExpression':
      return nameOf(node['callee']) === 'visibleText' ? [] : childrenOf(node).flatMap(untreated);
    case 'ConditionalExpression':
      return [node['consequent'] as Node, node['alternate'] as Node].flatMap(untreated);
    case 'BinaryExpression':
      return node['operator'] === '+' ? childrenOf(node).flatMap(untreated) : [];
    case 'MemberExpression': {
      let root = node;
      while (isNode(root['object'])) root = root['object'];
      const isText = node['computed'] === false && textFields.includes(nameOf(node['property']));
      return isText && !ownObjects.includes(nameOf(root)) && !/words$/i.test(nameOf(root)) ? [node] : [];
    }
    default:
      return childrenOf(node).flatMap(untreated);
  }
}

test('text fields of records are shown with visibleText, even outside of bdi elements and in attributes', () => {
  const bare = components.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const { fragment } = parse(source, { modern: true });
    return shownExpressions(fragment as unknown as Node)
      .flatMap(untreated)
      .map(({ start, end }) => `${file}: ${source.slice(start, end)}`);
  });
  expect(bare).toEqual([]);
});
