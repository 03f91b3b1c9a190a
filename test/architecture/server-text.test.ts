import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
