import type { ExportFormat } from '#shared/contract/exported.ts';

/** A column that an export can contain. */
export interface ExportColumn {
  id: string;
  title: string;
  isChosen: boolean;
}

/** `columns`: the IDs of the selected columns. */
export interface ExportAnswer {
  columns: readonly string[];
  format: ExportFormat;
}
