/** A column that an export can contain. */
export interface ExportColumn {
  id: string;
  title: string;
  isChosen: boolean;
}
