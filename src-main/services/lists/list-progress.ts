/** The progress of the sync of a list. */
export interface ListProgress {
  rows: number;
  estimatedRows: number | null;
  requests: number;
  changed: number;
  unreadable: number;
}
