import type { Snippet } from 'svelte';
import type { PlaceKind, Scope } from '#shared/contract/scope.ts';
import type { ListFilter, ListRow } from '../../stores/lists/collection-client.ts';
import type { ListSpec } from '../list-spec.ts';

/** What differs between the pages of issues and merge requests. */
export interface ThreadParts<Row extends ListRow, Filter extends ListFilter> {
  spec: ListSpec<Row, Filter>;
  /** The kind of place that the notes belong to. */
  kind: PlaceKind;
  /** `#` or `!`, before the number. */
  sign: string;
  /** The state and other marks of the row. */
  marks: Snippet<[Row]>;
  /** Shown between the description and the notes. */
  above?: Snippet<[Scope]> | undefined;
}
