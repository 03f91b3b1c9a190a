import { instant } from '#shared/contract/kit.ts';
import { z } from 'zod';

/** A value that contains no other fields. `path`: where it is in the row, such as `author.name`. */
export interface Leaf {
  path: string;
  value: string | number | boolean;
}

/** A row with a value in every field of a schema, and all its leaves. Each number and each text is used once. */
export function sampleOf(schema: z.ZodType): { row: Record<string, unknown>; leaves: Leaf[] } {
  const leaves: Leaf[] = [];
  return { row: valueOf(schema, '', leaves) as Record<string, unknown>, leaves };
}

function valueOf(wrapped: z.ZodType, path: string, leaves: Leaf[]): unknown {
  const schema = innermost(wrapped);
  const leaf = (value: Leaf['value']): Leaf['value'] => {
    leaves.push({ path, value });
    return value;
  };
  // Numbers of three digits are shown without separators
  const count = 101 + leaves.length;
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape);
    return Object.fromEntries(
      fields.map(([name, field]) => [name, valueOf(field, path === '' ? name : `${path}.${name}`, leaves)]),
    );
  }
  if (schema instanceof z.ZodArray) return [valueOf(schema.element as z.ZodType, path, leaves)];
  if (schema instanceof z.ZodRecord) return { sample: leaf(`value of ${path}`) };
  if (schema instanceof z.ZodUnion) return valueOf((schema.options as z.ZodType[])[0] ?? z.string(), path, leaves);
  if (schema instanceof z.ZodBoolean) return leaf(true);
  if (schema instanceof z.ZodNumber) return leaf(count);
  if (schema instanceof z.ZodEnum) return leaf(String(schema.options[0]));
  if (schema === instant || /(_at|_date|_on)$/.test(path)) return leaf(timeOf(path, count));
  return leaf(`value of ${path}`);
}

/** A day for a field such as `due_date`, and otherwise a time. */
function timeOf(path: string, count: number): string {
  const time = new Date(Date.UTC(2025, 0, count, count % 24, count % 60)).toISOString();
  return /(due_date|start_date|_on)$/.test(path) ? time.slice(0, 10) : time;
}

function innermost(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapped ? innermost(schema.unwrap() as z.ZodType) : schema;
}
