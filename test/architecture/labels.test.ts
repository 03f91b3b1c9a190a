import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { collections } from '#shared/contract/collections.ts';
import { consoles } from '#shared/text/en/console.ts';
import { labelOf, type Labels } from '#shared/text/en/fields.ts';
import { userFields } from '#shared/text/en/user-fields.ts';

interface Words {
  noun?: object;
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
const lists = modules
  .flatMap((one) => Object.entries(one))
  .filter(([name, { noun }]) => name in collections && noun !== undefined);

/** Fields and filters whose own label equals the default label. */
const repeated = (names: object, table: Labels = {}, own?: Labels): string[] =>
  Object.keys(table).filter((name) => name in names && table[name] === labelOf(name, own));

test.each(lists)('the label of each field of %s is in one place', (list, words) => {
  const { row, filter } = collections[list as keyof typeof collections];
  const fields = list === 'enterpriseUsers' ? userFields.fields : words.fields;
  expect(repeated(row.shape, words.fields)).toEqual([]);
  expect(repeated({ ...row.shape, age: null }, words.columns, { ...fields, age: consoles.columns.age })).toEqual([]);
  expect(repeated(filter.shape, { ...words.filter, ...words.filters }, fields)).toEqual([]);
});

test('some lists have their own labels', () => {
  expect(lists.filter(([, { fields }]) => fields !== undefined).length).toBeGreaterThan(10);
});

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

test('a button that opens a form has the verb of the form: "Create branch…", not "New branch…"', () => {
  expect(textsIn(modules).filter((text) => /^New .*…$/.test(text))).toEqual([]);
});
