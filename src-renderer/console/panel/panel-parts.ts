import type { Snippet } from 'svelte';
import type { ListRow } from '../../stores/lists/collection-client.ts';
import type { RowRef } from '../../stores/lists/collection-detail.svelte.ts';

/** Content that a page adds to the side panel of its list. All parts are optional. */
export interface PanelParts<Row extends ListRow> {
  /** Shown before the name: a picture. */
  mark?: Snippet<[Row]> | undefined;
  /** Renders fields with the format `custom`, from the value and the name of the field. */
  value?: Snippet<[unknown, string]> | undefined;
  /** Shown between the ages and the fields. The number: deletion time in epoch milliseconds; null: not deleted. */
  top?: Snippet<[Row, RowRef, number | null]> | undefined;
  /** Shown below the fields. */
  end?: Snippet<[Row, RowRef]> | undefined;
  /** Tabs besides "Overview"; without them there is no tab bar. */
  tabs?: ((row: Row) => readonly { value: string; label: string; count?: number | undefined }[]) | undefined;
  tab?: Snippet<[string, Row, RowRef, number | null]> | undefined;
}
