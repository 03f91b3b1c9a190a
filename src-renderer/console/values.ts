import { consoles as words } from '#shared/text/en/console.ts';

/** Any value as text, because the platform can send any type. '' for no value. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.map(plain).join(', ');
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** The label of a value; an unknown or missing value is returned unchanged. */
export function wordOf<V extends string | null | undefined>(
  known: Readonly<Partial<Record<string, string>>>,
  value: V,
): V | string {
  return typeof value === 'string' && Object.hasOwn(known, value) ? (known[value] ?? value) : value;
}
