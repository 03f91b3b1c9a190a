/** A column that an export may have. */
export interface ExportColumn {
  id: string;
  title: string;
  isChosen: boolean;
}
