import { canonicalJson } from './canonical.ts';

/** One server-side filter with its value, as it is stored. */
export function filterKey(filter: Record<string, unknown>): string {
  return canonicalJson(filter);
}
