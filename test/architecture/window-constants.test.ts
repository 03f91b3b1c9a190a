import { expect, test } from 'vitest';
import { z } from 'zod';
import { Key } from '#shared/contract/collection.ts';
import { collectionNames, collections } from '#shared/contract/collections.ts';
import { contract } from '#shared/contract/index.ts';
import type { Section } from '#shared/contract/kit.ts';
import { isKey } from '#shared/contract/row-key.ts';
import { filterShape } from '#shared/contract/shape-of.ts';
import { readObject } from '#shared/contract/value-shape.ts';
import { members, outlines } from '#shared/contract/window.constant.ts';

/** Values of every type, also at and beyond the limits of filters. */
const odd: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    '',
    ' ',
    'a',
    'true',
    '2024-01-01T00:00:00Z',
    'successful',
    'online',
    'enabled',
    '\u0000',
    '😀',
  ],
  ...[0, -0, 1, -1, 0.5, 99, 100, 599, 600, 36_500, 36_501, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e300],
  ...[[], [''], ['a'], ['a', 1], [1], [1.5], [null], [[]], Array(200).fill(1), Array(201).fill(1)],
  ...[Array(400).fill('a'), Array(401).fill('a'), {}, { a: 'b' }, { a: 1 }, { a: null }, { a: {} }, { length: 1 }],
];
/** The same values after a conversion to JSON and back, as in saved views and links. */
const cases = JSON.parse(JSON.stringify(odd)) as unknown[];

test.each(collectionNames)('the window reads filters of %s as the schema of the contract does', (name) => {
  const schema: z.ZodObject = collections[name].filter;
  const both = (value: unknown): unknown[] => [
    readObject(outlines[name].filter, value),
    schema.safeParse(value).data ?? null,
  ];
  for (const value of cases) {
    const [ours, theirs] = both(value);
    expect(ours, JSON.stringify(value)).toEqual(theirs);
  }
  for (const filter of Object.keys(schema.shape)) {
    for (const value of cases) {
      const [ours, theirs] = both({ [filter]: value, unknown: 1 });
      expect(ours, `${filter}: ${JSON.stringify(value)}`).toEqual(theirs);
    }
  }
});

test('a filter with a type or a check that no shape can express fails the build', () => {
  expect(() => filterShape(z.object({ since: z.date().optional() }))).toThrow('no shape for a filter of type date');
  expect(() => filterShape(z.object({ name: z.string().regex(/a/).optional() }))).toThrow('no shape for the check');
  const named = z.record(z.string().min(1), z.string());
  expect(() => filterShape(z.object({ texts: named.optional() }))).toThrow('no shape for a filter of type record');
  expect(() => filterShape(z.object({ name: z.string() }))).toThrow('the filter name is not optional');
});

test('the window accepts the keys that the contract accepts', () => {
  for (const value of [...odd, undefined, NaN, Infinity]) {
    expect(isKey(value), String(value)).toBe(Key.safeParse(value).success);
  }
});

test('the window knows every verb and event of the contract, and which verbs need the network', () => {
  const flat = Object.entries(contract as Readonly<Record<string, Section>>).flatMap(([section, verbs]) =>
    Object.entries(verbs).map(([name, member]) => {
      const kind = member.kind === 'event' ? 'event' : member.remote ? 'remote' : 'local';
      return [`${section}.${name}`, kind];
    }),
  );
  const known = Object.entries(members).flatMap(([section, kinds]) =>
    Object.entries(kinds).map(([name, kind]) => [`${section}.${name}`, kind]),
  );
  expect(known).toEqual(flat);
  expect(Object.fromEntries(flat)).toMatchObject({
    'users.list': 'local',
    'users.refresh': 'remote',
    'users.changed': 'event',
  });
});
