import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { figuresOn, tokenFigures } from '#shared/contract/figures.ts';
import { setup } from '#shared/text/en/setup.ts';
import { sourceFiles } from '../imports.ts';

interface View {
  name: string;
  query: { filter?: object; notReturned?: string };
}
interface List {
  collection: string;
  views: readonly View[];
}

const root = process.cwd();
const isList = (one: unknown): one is List => typeof one === 'object' && one !== null && 'views' in one;

/** The lists that the pages of the window declare. */
async function lists(): Promise<List[]> {
  const files = sourceFiles(root).filter((file) => /^src-renderer\/pages\/.*(-list|\/lists)\.ts$/.test(file));
  const modules = await Promise.all(
    files.map(async (file) => (await import(pathToFileURL(join(root, file)).href)) as object),
  );
  return modules.flatMap((one) => Object.values(one).filter(isList));
}

test('a view that shows the rows of a figure uses the query of the figure', async () => {
  const figures = [
    ...Object.values(figuresOn(0)),
    ...Object.values(tokenFigures).map((query) => ({ collection: 'accessTokens', ...query })),
  ].filter(({ filter }) => Object.keys(filter).length > 0);
  const copies: string[] = [];
  let taken = 0;
  for (const { collection, views } of await lists()) {
    for (const { name, query } of views) {
      const same = figures.filter(
        (one) => one.collection === collection && JSON.stringify(one.filter) === JSON.stringify(query.filter),
      );
      if (same.some(({ filter }) => filter === query.filter)) taken += 1;
      else if (same.length > 0) copies.push(`${collection}: ${name}`);
    }
  }
  expect(copies).toEqual([]);
  expect(taken).toBeGreaterThan(10);
});

test('the setup has words only for declared figures, and each of these figures counts rows of a list', () => {
  const declared = figuresOn(0);
  const named = [...Object.keys(setup.figures), ...Object.keys(setup.ready.items)].filter((name) => name !== 'access');
  expect(named.filter((name) => !Object.hasOwn(declared, name))).toEqual([]);
});
