/**
 * The valid values of a filter, as data. The window checks saved views and links with it, because it has not loaded the
 * schemas yet. `texts by name`: an object whose values are all texts.
 * Units: `atLeast` and `atMost` are the length of a text, the value of a number, or the number of elements of a list.
 */
export type ValueShape =
  | { is: 'text' | 'number'; atLeast?: number; atMost?: number }
  | { is: 'boolean' }
  | { is: 'one of'; values: readonly (string | boolean)[] }
  | { is: 'list'; of: ValueShape; atLeast?: number; atMost?: number }
  | { is: 'texts by name' }
  | { is: 'any of'; shapes: readonly ValueShape[] };
/** Optional values by name. */
export type ObjectShape = Readonly<Record<string, ValueShape>>;

/** The known values of an object; others are left out. Null: not an object, or one of its values is invalid. */
export function readObject(shape: ObjectShape, value: unknown): Record<string, unknown> | null {
  if (!isObject(value)) return null;
  const known = Object.keys(shape).filter((name) => name in value);
  const isValid = known.every((name) => value[name] === undefined || fits(shape[name], value[name]));
  return isValid ? Object.fromEntries(known.map((name) => [name, value[name]])) : null;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fits(shape: ValueShape | undefined, value: unknown): boolean {
  switch (shape?.is) {
    case 'text':
      return typeof value === 'string' && isWithin(value.length, shape);
    case 'number':
      return Number.isSafeInteger(value) && isWithin(Number(value), shape);
    case 'boolean':
      return typeof value === 'boolean';
    case 'one of':
      return (shape.values as readonly unknown[]).includes(value);
    case 'list':
      return Array.isArray(value) && isWithin(value.length, shape) && value.every((one) => fits(shape.of, one));
    case 'texts by name':
      return isObject(value) && Object.values(value).every((one) => typeof one === 'string');
    case 'any of':
      return shape.shapes.some((one) => fits(one, value));
    case undefined:
      return false;
    default:
      return shape satisfies never;
  }
}

function isWithin(size: number, { atLeast = -Infinity, atMost = Infinity }: { atLeast?: number; atMost?: number }) {
  return size >= atLeast && size <= atMost;
}
