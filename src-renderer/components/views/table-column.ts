import type { Snippet } from 'svelte';
import type { ClassValue } from 'svelte/elements';

/** A column of a `SmallTable`. Its cells show `text`, `age` or `cell`. */
export interface TableColumn<Row> {
  title: string;
  /** For a `cell` that several columns share. */
  id?: string;
  /** The title is only for screen readers. */
  isTitleHidden?: boolean;
  titleHint?: string;
  text?: (row: Row) => string | number | null | undefined;
  /** The address that the text links to; undefined: the text is not a link. */
  href?: (row: Row) => string | undefined;
  /** Epoch milliseconds; for null, the cell shows `never`. */
  age?: (row: Row) => number | null | undefined;
  never?: string;
  /** The date is shown beside the age. */
  hasDate?: boolean;
  cell?: Snippet<[Row, TableColumn<Row>]>;
  /** The tooltip of the cell. */
  hint?: (row: Row) => string | null | undefined;
  /** A CSS length. */
  width?: string;
  /** A CSS length. Wider texts are cut off. */
  maxWidth?: string;
  /** The cells are the headers of their rows. */
  isRowHead?: boolean;
  /** Class of the title and all cells. `styles/tables.css` has classes for columns, such as `number` and `cut`. */
  class?: string;
  classOf?: (row: Row) => ClassValue;
}
