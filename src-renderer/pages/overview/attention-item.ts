import type { ListToSync } from '../../stores/sync-lists.ts';

/** A row of “Needs attention”. */
export interface AttentionItem {
  id: string;
  tone: 'bad' | 'warn' | 'info';
  text: string;
  /** The path of the list with its rows; null if there are none yet. */
  path: string | null;
  /** Since when. */
  at?: number | null;
  /** The list to sync to resolve this. */
  read?: ListToSync;
}
