import { z } from 'zod';
import type { ObjectShape, ValueShape } from './value-shape.ts';

/** The shape of the filters of a collection. Fails: if a filter has a type or a check that no shape can express. */
export function filterShape({ shape }: z.ZodObject): ObjectShape {
  return Object.fromEntries(
    Object.entries(shape as Readonly<Record<string, z.ZodType>>).map(([name, schema]) => {
      if (!(schema instanceof z.ZodOptional)) throw new Error(`the filter ${name} is not optional`);
      return [name, shapeOf(schema.unwrap() as z.ZodType)];
    }),
  );
}

function shapeOf(schema: z.ZodType): ValueShape {
  const limits = limitsOf(schema);
  if (schema instanceof z.ZodString) return { is: 'text', ...limits };
  if (schema instanceof z.ZodNumber && schema.isInt) return { is: 'number', ...limits };
  if (schema instanceof z.ZodBoolean) return { is: 'boolean' };
  if (schema instanceof z.ZodLiteral) return { is: 'one of', values: [...schema.values] as (string | boolean)[] };
  if (schema instanceof z.ZodEnum) return { is: 'one of', values: schema.options as string[] };
  if (schema instanceof z.ZodArray) return { is: 'list', of: shapeOf(schema.element as z.ZodType), ...limits };
  if (schema instanceof z.ZodUnion) return { is: 'any of', shapes: (schema.options as z.ZodType[]).map(shapeOf) };
  if (schema instanceof z.ZodRecord && isAnyText(schema.keyType) && isAnyText(schema.valueType))
    return { is: 'texts by name' };
  throw new Error(`no shape for a filter of type ${schema.def.type}`);
}

function isAnyText(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodString && (schema.def.checks ?? []).length === 0;
}

function limitsOf(schema: z.ZodType): { atLeast?: number; atMost?: number } {
  return (schema.def.checks ?? []).map(limitOf).reduce((all, one) => ({ ...all, ...one }), {});
}

function limitOf({ _zod: { def } }: z.core.$ZodCheck): { atLeast?: number; atMost?: number } {
  const limit = def as z.core.$ZodCheckDef & {
    minimum?: number;
    maximum?: number;
    value?: number;
    inclusive?: boolean;
  };
  switch (limit.check) {
    case 'number_format':
      return {};
    case 'min_length':
    case 'greater_than':
      return { atLeast: limit.minimum ?? Number(limit.value) + (limit.inclusive === true ? 0 : 1) };
    case 'max_length':
    case 'less_than':
      return { atMost: limit.maximum ?? Number(limit.value) - (limit.inclusive === true ? 0 : 1) };
    default:
      throw new Error(`no shape for the check ${limit.check}`);
  }
}
