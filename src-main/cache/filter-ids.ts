import { canonicalJson } from './canonical.ts';

/** The stored form of one server filter with its value. */
export function filterKey(filter: Record<string, unknown>): string {
  return canonicalJson(filter);
}
