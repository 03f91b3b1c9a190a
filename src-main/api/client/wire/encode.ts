import { Failure } from '#shared/errors.ts';

/**
 * Fill a path template: `:id` becomes one encoded segment, `*rest` keeps its slashes.
 * Fails: `invalid` for a missing or empty value, and for `.` and `..`, which would address another endpoint.
 */
export function encodePath(template: string, values: Readonly<Record<string, string | number>> = {}): string {
  const segments = template.split('/').map((segment) => {
    const kind = segment[0];
    if (kind !== ':' && kind !== '*') return segment;
    const name = segment.slice(1);
    const value = String(values[name] ?? '');
    if (value === '' || value === 'NaN') throw refusal(name, 'missing');
    const parts = value.split('/');
    if (parts.some((part) => part === '.' || part === '..')) throw refusal(name, 'contains the segment “.” or “..”');
    if (kind === ':') return encodeSegment(value, name);
    if (parts.includes('')) throw refusal(name, 'has an empty segment');
    return parts.map((part) => encodeSegment(part, name)).join('/');
  });
  return segments.join('/');
}

/**
 * A query with its question mark, or an empty text: arrays as `name[]=v`, hashes as `name[key]=v`, dates as ISO 8601.
 * Undefined and null are omitted.
 */
export function encodeQuery(query: Readonly<Record<string, unknown>> = {}): string {
  const encoded = encodeForm(query);
  return encoded === '' ? '' : `?${encoded}`;
}

/**
 * Fields as `application/x-www-form-urlencoded`, encoded like a query. Each hash in an array begins with the same field,
 * so that the server can find the start of the next hash (`actions[][action]`, document 1:150).
 */
export function encodeForm(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => pairsOf(encode(name, name), value, name))
    .join('&');
}

function pairsOf(key: string, value: unknown, field: string): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => pairsOf(`${key}[]`, item, field));
  if (value instanceof Date) return [`${key}=${encode(value.toISOString(), field)}`];
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, item]) => pairsOf(`${key}[${encode(name, field)}]`, item, field));
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw refusal(field, 'not a number');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return [`${key}=${encode(String(value), field)}`];
  }
  throw refusal(field, `cannot be sent as ${typeof value}`);
}

// Dots too (document 1:13), because some servers read the text after a dot as a format
const encodeSegment = (text: string, field: string): string => encode(text, field).replaceAll('.', '%2E');

function encode(text: string, field: string): string {
  if (!text.isWellFormed()) throw refusal(field, 'contains an incomplete character');
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function refusal(field: string, why: string): Failure {
  return new Failure('invalid', `${field}: ${why}`, { field });
}
