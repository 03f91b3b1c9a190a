import type { Scoped } from '#shared/contract/collection.ts';
import type { Snippet } from 'svelte';
import type { ListFilter, ListRow } from '../../stores/lists/collection-client.ts';
import type { Action } from '../actions.ts';
import type { PageAction } from '../page/page-action.ts';
import type { PanelParts } from '../panel/panel-parts.ts';
import type { ListState } from '../state/list-state.svelte.ts';
import type { ViewNotes } from '../views/views.ts';

/** Content that a page adds to its list. */
export interface ListContent<Row extends ListRow, Filter extends ListFilter> extends PanelParts<Row> {
  /** The actions on rows. Read reactively, so that their reasons stay current. */
  actions?: ((listState: ListState<Row, Filter>) => readonly Action<Row>[]) | undefined;
  /** Renders cells with the format `custom`, from the row and the ID of the column. */
  cell?: Snippet<[Scoped<Row>, string]> | undefined;
  /** Actions of the page that do not apply to rows. Shown as buttons beside the title, and in the palette. */
  pageActions?: ((listState: ListState<Row, Filter>) => readonly PageAction[]) | undefined;
  /** More controls beside the title. */
  primary?: Snippet<[ListState<Row, Filter>]> | undefined;
  /** Links to other pages about the same rows, beside the title. The saved views are then in the toolbar. */
  nav?: Snippet | undefined;
  /** Charts and numbers between the toolbar and the table. */
  above?: Snippet<[ListState<Row, Filter>]> | undefined;
  /** An explanation of the marks in the rows. Shown in the toolbar. */
  legend?: Snippet | undefined;
  /** Numbers and current names of views, by ID. */
  viewNotes?: ViewNotes | undefined;
}
