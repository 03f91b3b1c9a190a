import { z } from 'zod';
import { labelOf, unitOf, type Labels } from '#shared/text/en/fields.ts';
import { innermost } from '../declared.ts';
import type { DeclaredField, FormControl, FormField } from './form-spec.ts';

type Shape = Readonly<Record<string, z.ZodType>>;
const shapeOf = (schema: z.ZodType): Shape => (schema instanceof z.ZodObject ? schema.shape : {});

/**
 * The fields of a form. A field without a label gets the one of `labelOf`. A field without a control gets the one for
 * its type in the schema: text, number, list of words, or yes and no. An empty number is sent as null if the schema
 * accepts it.
 */
export function fieldsOf<V>(
  schema: z.ZodType<V>,
  declared: readonly DeclaredField<V>[],
  labels: Labels = {},
): readonly FormField<V>[] {
  const shape = shapeOf(schema);
  return declared.map((field) => {
    const own: Exclude<DeclaredField<V>, string> = typeof field === 'string' ? { name: field } : field;
    const { name, label = labelOf(name, labels), control = controlOf(name, shape[name]) } = own;
    const isNullable = control.kind === 'number' && shape[name]?.safeParse(null).success === true;
    return { ...(isNullable && { empty: null }), ...own, label, control };
  });
}

function controlOf(name: string, wrapped: z.ZodType = z.unknown()): FormControl {
  const schema = innermost(wrapped);
  if (schema instanceof z.ZodBoolean) return { kind: wrapped.safeParse(null).success ? 'tri' : 'check' };
  if (schema instanceof z.ZodArray) return { kind: 'tags' };
  if (!(schema instanceof z.ZodNumber)) return { kind: 'text' };
  const { minValue: least, maxValue: most } = schema;
  const unit = unitOf(name);
  return {
    kind: 'number',
    ...(least !== null && Number.isSafeInteger(least - 1) && { least }),
    ...(most !== null && Number.isSafeInteger(most + 1) && { most }),
    ...(unit !== undefined && { unit }),
  };
}

/** The initial values of a form that edits a row: the values of the row that the schema accepts. */
export function initialOf<S extends z.ZodObject>({ shape }: S, row: object): Partial<z.infer<S>> {
  const values = Object.entries(row).filter(
    ([name, value]) => value !== undefined && (shape as Shape)[name]?.safeParse(value).success === true,
  );
  return Object.fromEntries(values) as Partial<z.infer<S>>;
}
