import type { Snippet } from 'svelte';
import type { ListRow } from '../../stores/lists/collection-client.ts';
import type { RowRef } from '../../stores/lists/collection-detail.svelte.ts';

/** What a page adds to the side panel of its list. All of it may be left out. */
export interface PanelParts<Row extends ListRow> {
  /** Before its name: a picture. */
  mark?: Snippet<[Row]> | undefined;
  /** Draws fields of the face `own`: the value, and the field's name. */
  value?: Snippet<[unknown, string]> | undefined;
  /** Between the ages and the fields. */
  top?: Snippet<[Row, RowRef]> | undefined;
  /** Below the fields. */
  end?: Snippet<[Row, RowRef]> | undefined;
  /** Tabs besides "Overview"; without them there are none. */
  tabs?: ((row: Row) => readonly { value: string; label: string; count?: number | undefined }[]) | undefined;
  tab?: Snippet<[string, Row, RowRef]> | undefined;
}
