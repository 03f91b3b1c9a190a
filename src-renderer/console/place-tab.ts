import type { ListFilter, ListRow } from '../stores/lists/collection-client.ts';
import { segmentsOf } from '../stores/window/address.ts';
import type { Route } from '../stores/window/route.svelte.ts';
import type { ListSpec } from './list-spec.ts';

/** What the page of a tab gets. While it is shown, its project or group is the chosen scope. */
export interface PlaceTabProps {
  /** The path of the tab, for example `/p/7/issues`. */
  base: string;
}

/** The decoded segments of the address after the path of a tab; empty if another page is shown. */
export function restOf({ segments }: Pick<Route, 'segments'>, base: string): readonly string[] {
  return isBelow(segments, base) ? segments.slice(segmentsOf(base).length) : [];
}

/** Whether an address is this path or a path below it. */
export function isBelow(segments: readonly string[], path: string): boolean {
  return segmentsOf(path).every((segment, at) => segments[at] === segment);
}

/** The specs that were made. The state of a page is kept by its spec, so each is made once. */
const made = new WeakMap<object, Map<string, object>>();

/** The same list with another path; undefined: its own. */
export function atPath<Row extends ListRow, Filter extends ListFilter>(
  spec: ListSpec<Row, Filter>,
  path: string | undefined,
): ListSpec<Row, Filter> {
  if (path === undefined || path === spec.path) return spec;
  const byPath = made.get(spec) ?? new Map<string, object>();
  made.set(spec, byPath);
  const moved = byPath.get(path) ?? { ...spec, path };
  byPath.set(path, moved);
  return moved as ListSpec<Row, Filter>;
}
