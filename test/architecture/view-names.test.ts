import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { consoles } from '#shared/text/en/console.ts';
import { sourceFiles } from './imports.ts';

interface View {
  name: string;
  query: { notReturned?: string };
}

const root = process.cwd();
const listFiles = sourceFiles(root).filter(
  (file) => file.startsWith('src-renderer/pages/') && file.endsWith('-list.ts'),
);

test('the view of rows that are no longer returned has the same name in every list', async () => {
  const names: string[] = [];
  for (const file of listFiles) {
    const module = (await import(pathToFileURL(join(root, file)).href)) as Record<string, { views?: unknown } | null>;
    const views = Object.values(module).flatMap((one) => (Array.isArray(one?.views) ? (one.views as View[]) : []));
    names.push(...views.filter(({ query }) => query.notReturned === 'only').map(({ name }) => name));
  }
  expect(names.length).toBeGreaterThan(10);
  expect(new Set(names)).toEqual(new Set([consoles.plainViews.notReturned]));
});
