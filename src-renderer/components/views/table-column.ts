import type { Snippet } from 'svelte';
import type { ClassValue } from 'svelte/elements';

/** A column of a `SmallTable`. Its cells show `text`, `age` or `cell`. */
export interface TableColumn<Row> {
  title: string;
  /** Only screen readers get the title. */
  isTitleHidden?: boolean;
  titleHint?: string;
  text?: (row: Row) => string | number | null | undefined;
  /** The address that the text links to; undefined: the text is no link. */
  href?: (row: Row) => string | undefined;
  /** Epoch milliseconds; null shows `never`. */
  age?: (row: Row) => number | null | undefined;
  never?: string;
  cell?: Snippet<[Row]>;
  /** The tooltip of the cell. */
  hint?: (row: Row) => string | null | undefined;
  /** A CSS length. */
  width?: string;
  /** A CSS length: wider texts are cut off. */
  maxWidth?: string;
  /** Its cells name the rows. */
  isRowHead?: boolean;
  /** For the title and all cells. `styles/tables.css` has classes for columns, such as `number` and `cut`. */
  class?: string;
  classOf?: (row: Row) => ClassValue;
}
