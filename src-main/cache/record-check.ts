import { z } from 'zod';
import type { Fields } from './derive.ts';

type Check = (value: unknown) => boolean;

const known = new WeakMap<z.ZodObject, Check>();

/**
 * Whether a record matches its schema. The result is that of `safeParse`, but about ten times faster, because the record
 * is not copied. The schema itself checks types that are not listed here.
 * Decision: build/decisions/0025-rows-are-stored-as-received.md
 */
export function matches(schema: z.ZodObject, record: unknown): boolean {
  let check = known.get(schema);
  if (check === undefined) known.set(schema, (check = checkOf(schema)));
  return check(record);
}

function checkOf(schema: z.core.$ZodType): Check {
  const bySchema: Check = (value) => z.safeParse(schema, value).success;
  if (hasRules(schema)) return bySchema;
  if (schema instanceof z.ZodString) return (value) => typeof value === 'string';
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodNumber)
    return schema.isInt ? Number.isSafeInteger : (value) => typeof value === 'number' && Number.isFinite(value);
  if (schema instanceof z.ZodUnknown) return () => true;
  if (schema instanceof z.ZodNullable) {
    const inner = checkOf(schema.unwrap());
    return (value) => value === null || inner(value);
  }
  if (schema instanceof z.ZodOptional) {
    const inner = checkOf(schema.unwrap());
    return (value) => value === undefined || inner(value);
  }
  if (schema instanceof z.ZodArray) {
    const element = checkOf(schema.element);
    return (value) => Array.isArray(value) && value.every(element);
  }
  if (schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodUnknown)
    return objectCheck(schema) ?? bySchema;
  return bySchema;
}

/**
 * The check of an object that keeps unknown fields. Undefined: a field must be present but may be `undefined`, which
 * only the schema checks.
 */
function objectCheck(schema: z.ZodObject): Check | undefined {
  const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => ({
    name,
    field,
    check: checkOf(field),
  }));
  if (fields.some(({ field, check }) => check(undefined) && !(field instanceof z.ZodOptional))) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    for (const { name, check } of fields) if (!check((value as Fields)[name])) return false;
    return true;
  };
}

/** Whether a schema has rules besides its type, for instance a length. */
function hasRules(schema: z.core.$ZodType): boolean {
  const { checks = [] } = schema._zod.def;
  if ('coerce' in schema._zod.def) return true;
  if (schema instanceof z.ZodString) return checks.length > 0 || schema.format !== null;
  if (!(schema instanceof z.ZodNumber)) return checks.length > 0;
  // The checks here know whole numbers, and numbers without a format
  return (schema.format !== null && schema.format !== 'safeint') || checks.some((rule) => !isSafeInteger(rule));
}

function isSafeInteger(rule: z.core.$ZodCheck): boolean {
  const { check, format } = rule._zod.def as { check: string; format?: string };
  return check === 'number_format' && format === 'safeint';
}
