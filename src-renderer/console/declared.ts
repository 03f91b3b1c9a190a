import { instant } from '#shared/contract/kit.ts';
import { isSortable, type Declaration } from '#shared/contract/collection.ts';
import { consoles } from '#shared/text/en/console.ts';
import { z } from 'zod';
import type { FilterControl, ValueWords } from './list-spec.ts';

export function schemaOf({ row }: Declaration, field: string): z.ZodType {
  return innermost((row.shape as Record<string, z.ZodType>)[field] ?? z.unknown());
}

/** Whether the values of a schema are people or lists of people. Only people have a username. */
export function isOfPeople(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodArray) return isOfPeople(innermost(schema.element as z.ZodType));
  return schema instanceof z.ZodObject && Object.hasOwn(schema.shape, 'username');
}

/** Whether a field contains a deadline: the day or the time at which something expires, ends or is due. */
export function isDeadline(field: string): boolean {
  return /(^|[_.])(expires_at|due_date|milestone_due|disabled_until)$/.test(field);
}

/** A schema without its wrappers for null, absence and defaults. */
export function innermost(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapped ? innermost(schema.unwrap() as z.ZodType) : schema;
}

export function alternatives({ options }: z.ZodUnion): z.ZodType[] {
  return (options as readonly z.ZodType[]).map(innermost);
}

/** The control of a filter; undefined: none fits. */
export function controlOf(wrapped: z.ZodType, words: ValueWords = {}): FilterControl | undefined {
  const schema = innermost(wrapped);
  const options = Object.entries(words).map(([value, label]) => ({ value, label: label ?? value }));
  if (schema === instant) return { kind: 'date' };
  const ids = idsControlOf(schema);
  if (ids !== undefined) return ids;
  if (schema instanceof z.ZodBoolean) return { kind: 'boolean', yes: consoles.yes, no: consoles.no };
  if (schema instanceof z.ZodLiteral) return { kind: 'flag' };
  if (schema instanceof z.ZodNumber)
    return options.length > 0 ? { kind: 'enum', isNumber: true, options } : { kind: 'number' };
  if (schema instanceof z.ZodString) return { kind: 'text', ...(options.length > 0 && { words }) };
  if (schema instanceof z.ZodEnum) return { kind: 'enum', options: optionsOf(schema, words) };
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodEnum)
    return { kind: 'enums', options: optionsOf(schema.element, words) };
  if (schema instanceof z.ZodUnion) {
    return alternatives(schema)
      .map((one) => controlOf(one, words))
      .find((control) => control !== undefined);
  }
  return schema instanceof z.ZodArray && schema.element instanceof z.ZodString ? { kind: 'texts' } : undefined;
}

function optionsOf({ options }: z.ZodEnum, words: ValueWords): { value: string; label: string }[] {
  return options.map((value) => ({ value: String(value), label: words[String(value)] ?? String(value) }));
}

/** The control of a list of numbers, or of numbers with words such as `None` and `Any`. */
function idsControlOf(schema: z.ZodType): FilterControl | undefined {
  const options = schema instanceof z.ZodUnion ? alternatives(schema) : [schema];
  const isList = options.some((one) => one instanceof z.ZodArray && one.element instanceof z.ZodNumber);
  const isNumber = options.some((one) => one instanceof z.ZodNumber);
  const words = options.flatMap((one) => (one instanceof z.ZodEnum ? one.options.map(String) : []));
  return isList || (isNumber && words.length > 0) ? { kind: 'ids', isList, words } : undefined;
}

/** Whether rows can be sorted or filtered by this field, or by a field of its object. */
export function isColumn({ columns }: Declaration, field: string): boolean {
  return Object.entries(columns).some(([name, column]) => isOf(field, name, column));
}

/** The column of this field to sort by; undefined for lists and for fields without a sortable column. */
export function sortOf({ columns }: Declaration, field: string): string | undefined {
  if (field === 'id') return field;
  const found = Object.entries(columns).find(([name, column]) => isOf(field, name, column) && isSortable(column));
  return found?.[0];
}

function isOf(field: string, name: string, column: Declaration['columns'][string]): boolean {
  const held = typeof column === 'string' ? name : column.field;
  return held === field || held.startsWith(`${field}.`);
}
