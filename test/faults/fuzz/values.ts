import { z } from 'zod';
import type { Endpoint } from '#main/api/types.ts';
import type { Random } from '../../platform/random.ts';

interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

const schemas = new Map<string, Schema>();

/** A value that matches the documented reply of the endpoint. */
export function plausible({ name, reply }: Endpoint, random: Random): unknown {
  let schema = schemas.get(name);
  if (schema === undefined) {
    schema = z.toJSONSchema(reply ?? z.unknown(), { unrepresentable: 'any', io: 'input' }) as Schema;
    schemas.set(name, schema);
  }
  return sample(schema, random, 0);
}

function sample(schema: Schema, random: Random, depth: number): unknown {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return sample(random.pick(options), random, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const { type } = schema;
  switch (Array.isArray(type) ? random.pick(type) : type) {
    case 'string':
      return random.pick(texts)(random);
    case 'integer':
      return random.integer(1, 100_000);
    case 'number':
      return random.next() * 1_000;
    case 'boolean':
      return random.chance(0.5);
    case 'array': {
      const { items = {} } = schema;
      const most = depth === 0 ? 12 : 3;
      return Array.from({ length: random.integer(0, most) }, () => sample(items, random, depth + 1));
    }
    case 'object':
      return objectOf(schema, random, depth);
    case 'null':
      return null;
    default:
      return anyValue(random);
  }
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: Schema,
  random: Random,
  depth: number,
): unknown {
  const own = Object.entries(properties)
    .filter(([name]) => required.includes(name) || random.chance(0.8))
    .map(([name, one]) => [name, sample(one, random, depth + 1)] as const);
  const more =
    typeof additionalProperties === 'object' && own.length === 0
      ? [['some', sample(additionalProperties, random, depth + 1)] as const]
      : [];
  return Object.fromEntries([...own, ...more]);
}

const texts: readonly ((random: Random) => string)[] = [
  (random) => `text ${random.hex(6)}`,
  () => '2026-11-20T08:00:00.000Z',
  (random) => `https://127.0.0.1/corp/app-${random.integer(1, 9)}`,
  () => 'corp/app#7',
  () => '',
  () => '‮\u0000 \ud83d\ude00 <b>x</b> \u2028',
];

/** Undocumented values. */
export const oddValues: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -0,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER + 2,
  () => -1.5,
  () => '',
  (random) => 'x'.repeat(random.integer(1, 40_000)),
  () => '\ud800',
  () => [],
  () => ({}),
  () => [[[[[[]]]]]],
  () => JSON.parse('{"__proto__":{"id":7},"constructor":{"prototype":{}},"toString":1,"then":{}}') as unknown,
  (random) => Array.from({ length: random.integer(1, 3_000) }, (_, at) => at),
  (random) => Object.fromEntries(Array.from({ length: random.integer(1, 500) }, (_, at) => [`key ${at}`, at])),
  () => '2026-99-99T99:99:99Z',
  () => 'javascript:alert(1)',
  () => 'https://user:password@elsewhere.example/x',
];

export const anyValue = (random: Random): unknown => random.pick(oddValues)(random);

/** The value with some of its parts replaced, left out or repeated. */
export function corrupted(value: unknown, random: Random): unknown {
  if (random.chance(0.08) || typeof value !== 'object' || value === null) return anyValue(random);
  if (Array.isArray(value)) {
    const rows = value.flatMap((row: unknown) => (random.chance(0.1) ? [row, row] : random.chance(0.1) ? [] : [row]));
    return rows.map((row: unknown) => (random.chance(0.3) ? corrupted(row, random) : row));
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      if (random.chance(0.1)) return [];
      return [[name, random.chance(0.2) ? corrupted(one, random) : (one as unknown)]];
    }),
  );
}
