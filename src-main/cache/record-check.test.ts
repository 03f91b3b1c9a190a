import { expect, test } from 'vitest';
import { z } from 'zod';
import { collectionNames, collections } from '#shared/contract/collections.ts';
import { matches } from './record-check.ts';

const odd = [null, undefined, '', 'x', 0, -1, 1.5, 2 ** 53, Infinity, NaN, true, [], [null], ['x'], [{}], {}, { x: 1 }];

test.each(collectionNames)('a record of %s is accepted if and only if its schema accepts it', (name) => {
  const schema: z.ZodObject = collections[name].row;
  const whole = sample(schema) as Record<string, unknown>;
  expect([matches(schema, whole), schema.safeParse(whole).success]).toEqual([true, true]);
  for (const record of [...odd, ...variants(whole, 4)]) {
    expect([record, matches(schema, record)]).toEqual([record, schema.safeParse(record).success]);
  }
});

test.each([
  z.looseObject({ needed: z.unknown() }),
  z.looseObject({ needed: z.unknown().nullable() }),
  z.looseObject({ short: z.string().max(3) }),
  z.looseObject({ mail: z.email().optional() }),
  z.looseObject({ small: z.int32().optional(), more: z.number().min(2).optional(), whole: z.int().optional() }),
  z.looseObject({ list: z.array(z.string()).min(1).optional() }),
  z.looseObject({ asNumber: z.coerce.number().optional() }),
  z.strictObject({ only: z.string() }),
  z.looseObject({ a: z.string() }).refine(({ a }) => a !== 'x'),
])('rules besides the type of a field are checked by the schema', (schema: z.ZodObject) => {
  const names = Object.keys(schema.shape);
  for (const value of [...odd, 'long', 3, 2 ** 31, 'a@b.example', '12']) {
    for (const record of [{}, ...names.map((name) => ({ [name]: value })), { only: 'x', more: value }]) {
      expect([record, matches(schema, record)]).toEqual([record, schema.safeParse(record).success]);
    }
  }
});

/** A value that the schema accepts, with every field. */
function sample(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return sample(schema.unwrap());
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => [name, sample(field)]),
    );
  if (schema instanceof z.ZodArray) return [sample(schema.element)];
  if (schema instanceof z.ZodUnion) return sample(schema.options[0] ?? z.unknown());
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodRecord) return { any: sample(schema.valueType) };
  if (schema instanceof z.ZodNumber) return 7;
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodString || schema instanceof z.ZodUnknown) return 'text';
  throw new Error(`no sample for ${schema._zod.def.type}`);
}

/** Copies of a value in which one part is missing or replaced by an odd value. */
function* variants(value: unknown, depth: number): Generator {
  if (typeof value !== 'object' || value === null || depth === 0) return;
  for (const [name, part] of Object.entries(value)) {
    const replaced = [...odd, ...variants(part, depth - 1)];
    for (const other of replaced) yield copy(value, name, other);
    if (!Array.isArray(value)) yield Object.fromEntries(Object.entries(value).filter(([one]) => one !== name));
  }
}

function copy(value: object, name: string, part: unknown): unknown {
  return Array.isArray(value) ? value.with(Number(name), part) : { ...value, [name]: part };
}
