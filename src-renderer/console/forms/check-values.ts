import type { z } from 'zod';
import { labelOf } from '#shared/text/en/fields.ts';
import { inputError } from '#shared/text/en/input-errors.ts';

type Values = Record<string, unknown>;

/** What a check needs to know about a field that is shown. */
export interface CheckedField {
  name: string;
  label: string;
  control: { kind: string };
}

/** `data`: the accepted values; undefined: the schema refuses them. `errors`: the first error of each field. */
export interface Checked<V> {
  data?: V | undefined;
  errors: Readonly<Record<string, string>>;
}

/**
 * Check the values of a form with its schema. Single-line texts are trimmed first. If the schema does not accept an
 * empty value, and the field was also empty when the form was opened, the field is left out. Errors are the sentences
 * of `inputError`, unless the schema has its own.
 */
export function checkValues<V>(
  schema: z.ZodType<V>,
  values: Values,
  { initial, fields }: { initial: Values; fields: readonly CheckedField[] },
): Checked<V> {
  const parse = (given: Values): z.ZodSafeParseResult<V> =>
    schema.safeParse(given, {
      error: (issue) => {
        const name = String(issue.path?.[0]);
        return inputError(issue, fields.find((field) => field.name === name)?.label ?? labelOf(name));
      },
    });
  const sent = sentValues(values, fields);
  const { data, error } = parse(sent);
  const refused = errorsOf(error);
  const isEmpty = (name: string): boolean => name in sent && isSame(sent[name], undefined);
  const missing = (error?.issues ?? [])
    .filter(({ code, path }) => code !== 'custom' && path.length === 1)
    .map(({ path: [name] }) => String(name))
    .filter((name) => isEmpty(name) && isSame(initial[name], undefined));
  if (missing.length === 0) return { data, errors: refused };
  const others = parse(Object.fromEntries(Object.entries(sent).filter(([name]) => !missing.includes(name))));
  const errors = Object.entries(errorsOf(others.error)).map(([name, text]) => [name, refused[name] ?? text] as const);
  return { data: others.data, errors: Object.fromEntries(errors) };
}

/** The values without undefined ones, which a schema expects to be absent. Single-line texts are trimmed. */
function sentValues(values: Values, fields: readonly CheckedField[]): Values {
  const isLine = (name: string): boolean =>
    ['text', 'suggest', 'place'].includes(fields.find((field) => field.name === name)?.control.kind ?? '');
  const set = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    set.map(([name, value]) => [name, typeof value === 'string' && isLine(name) ? value.trim() : value]),
  );
}

function errorsOf(error: z.ZodError | undefined): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) errors[String(path[0] ?? '')] ??= message;
  return errors;
}

/** Whether two values are the same to the user. Null, undefined, an empty text and an empty list are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  const normalized = (value: unknown): string => {
    if (value === undefined || value === null || value === '') return '';
    if (Array.isArray(value)) return value.length === 0 ? '' : JSON.stringify(value);
    return JSON.stringify(value);
  };
  return normalized(one) === normalized(other);
}
