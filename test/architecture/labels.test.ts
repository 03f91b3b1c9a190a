import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { collections } from '#shared/contract/collections.ts';
import { consoles } from '#shared/text/en/console.ts';
import { labelOf, type Labels } from '#shared/text/en/fields.ts';
import { userFields } from '#shared/text/en/user-fields.ts';

interface Words {
  columns?: Labels;
  fields?: Labels;
  filter?: Labels;
  filters?: Labels;
}

const folder = join(process.cwd(), 'src-shared/text/en');
const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const modules = await Promise.all(
  files.map(async (file) => (await import(pathToFileURL(join(folder, file)).href)) as Record<string, Words>),
);
const lists = modules.flatMap((one) => Object.entries(one)).filter(([name]) => name in collections);

/** Fields and filters whose label in a table is the same as without it. */
function repeated(name: keyof typeof collections, table: Labels = {}, own?: Labels): string[] {
  const { row, filter } = collections[name];
  const known = new Set(['age', ...Object.keys(row.shape), ...Object.keys(filter.shape)]);
  return Object.keys(table).filter((field) => known.has(field) && table[field] === labelOf(field, own));
}

test.each(lists)('the label of each field of %s is in one place', (list, words) => {
  const name = list as keyof typeof collections;
  const fields = name === 'enterpriseUsers' ? userFields.fields : words.fields;
  expect(repeated(name, words.fields)).toEqual([]);
  expect(repeated(name, words.columns, { ...fields, age: consoles.columns.age })).toEqual([]);
  expect(repeated(name, { ...words.filter, ...words.filters }, fields)).toEqual([]);
});

test('there are lists with own labels', () => {
  expect(lists.filter(([, { fields }]) => fields !== undefined).length).toBeGreaterThan(10);
});
