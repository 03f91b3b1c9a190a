import type { z } from 'zod';

type Fields = Readonly<Record<string, unknown>>;
type Path = readonly PropertyKey[];

/**
 * The field in which Reeve stores the values of a row that do not have their documented type, by the path of their field:
 * `{ "deployable.coverage": "98.5" }`. The row has no value in these fields, so they count as unknown.
 * Decision: build/decisions/0041-values-of-an-unexpected-type.md
 */
export const unexpectedField = 'unexpected_values';

/** In a row with more unexpected values, whole fields are moved, so that the list of values stays short. */
const mostValues = 50;

/** The unexpected values of a stored row, by the path of their field. */
export function unexpectedIn(row: object): Fields {
  const values = (row as Fields)[unexpectedField];
  return isFields(values) ? values : {};
}

/**
 * A value as its schema describes it. Fields of an unexpected type are moved into `unexpectedField`; a field that the
 * schema requires is moved together with the object that contains it. Undefined: the value itself cannot be read, for
 * instance because its id has an unexpected type. `exact`: the same value, parsed with `exactNumbers`.
 */
export function asDocumented<T>(schema: z.ZodType<T>, value: unknown, exact: () => unknown = () => value) {
  const result = schema.safeParse(value);
  return result.success ? result.data : isFields(value) ? withoutUnexpected(schema, exact()) : undefined;
}

/** The same for a value that does not match the schema. */
export function withoutUnexpected<T>(schema: z.ZodType<T>, sent: unknown): T | undefined {
  if (!isFields(sent)) return undefined;
  const row = copyOf(sent);
  const unexpected = new Map(Object.entries(unexpectedIn(sent)));
  for (;;) {
    const { data, error } = schema.safeParse(row);
    if (error === undefined) return { ...data, [unexpectedField]: Object.fromEntries(unexpected) };
    const moved = new Set<string>();
    const isShort = error.issues.length <= mostValues;
    for (const { path } of error.issues) {
      if (path.some((_, at) => moved.has(nameOf(path.slice(0, at + 1))))) continue;
      const field = fieldAt(row, isShort ? path : path.slice(0, 1));
      if (field === undefined || nameOf(field) === 'id') return undefined;
      moved.add(nameOf(field));
      Reflect.deleteProperty(valueAt(row, field.slice(0, -1)) as object, field.at(-1) ?? '');
      for (const inner of unexpected.keys()) if (inner.startsWith(`${nameOf(field)}.`)) unexpected.delete(inner);
      unexpected.set(nameOf(field), valueAt(sent, field));
    }
  }
}

/**
 * The fields of two records of one row; those of `newer` replace those of `older`. A value that is unexpected in the newer
 * record is unknown, also if the older one has an expected value.
 */
export function mergedFields(older: Fields, newer: Fields): Fields {
  const row: Record<string, unknown> = { ...older, ...newer };
  if (older[unexpectedField] === undefined && newer[unexpectedField] === undefined) return row;
  const own = unexpectedIn(newer);
  for (const name of Object.keys(own)) if (!Object.hasOwn(newer, name)) delete row[name];
  const isReplaced = (name: string): boolean => Object.hasOwn(newer, name) || Object.hasOwn(own, name);
  const kept = Object.entries(unexpectedIn(older)).filter(([path]) => !isReplaced(path.split('.', 1)[0] ?? ''));
  const all = { ...Object.fromEntries(kept), ...own };
  if (Object.keys(all).length === 0) delete row[unexpectedField];
  else row[unexpectedField] = all;
  return row;
}

/** A row as the platform sent it: its unexpected values are in their fields again. */
export function asSent<T extends object>(row: T): T {
  if (!Object.hasOwn(row, unexpectedField)) return row;
  const { [unexpectedField]: _, ...sent } = copyOf(row as Fields);
  for (const [name, value] of Object.entries(unexpectedIn(row))) {
    const path = name.split('.');
    const parent = valueAt(sent, path.slice(0, -1));
    const own = { value, enumerable: true, configurable: true, writable: true };
    if (typeof parent === 'object' && parent !== null) Object.defineProperty(parent, path.at(-1) ?? '', own);
  }
  return sent as T;
}

/** For `JSON.parse`: a whole number that JavaScript would round becomes the text of its digits. */
export const exactNumbers = ((_: string, value: unknown, { source = '' }: { source?: string } = {}): unknown =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER && /^-?\d+$/.test(source)
    ? source
    : value) as (name: string, value: unknown) => unknown;

/** The innermost field on a path that exists; fields of a list belong to its elements. */
function fieldAt(row: Fields, path: Path): Path | undefined {
  for (let end = path.length; end > 0; end -= 1) {
    const parent = valueAt(row, path.slice(0, end - 1));
    if (isFields(parent) && Object.hasOwn(parent, path[end - 1] ?? '')) return path.slice(0, end);
  }
  return undefined;
}

/** Only own fields count: a platform may send the name of a field that every object inherits. */
function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((one, name) => {
    const isThere = typeof one === 'object' && one !== null && Object.hasOwn(one, name);
    return isThere ? (one as Record<PropertyKey, unknown>)[name] : undefined;
  }, value);
}

/** A copy of parsed JSON. */
const copyOf = (value: Fields): Record<string, unknown> => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

const nameOf = (path: Path): string => path.join('.');

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
