import type { ListToSync } from '../../stores/sync-lists.ts';

/** A row of “Needs attention”. */
export interface AttentionItem {
  id: string;
  tone: 'bad' | 'warn' | 'info';
  /** An account is at risk. Listed before failures. */
  isRisk?: true;
  /** The number of rows that the text counts. Default: 1. */
  count?: number;
  text: string;
  /** The path of the list with its rows; null if there are none yet. */
  path: string | null;
  /** Since when. */
  at?: number | null;
  /** The list to sync to resolve this. */
  read?: ListToSync;
}

const severities = { bad: 0, warn: 1, info: 2 };
const severityOf = ({ tone, isRisk }: AttentionItem): number => (isRisk === true ? -1 : severities[tone]);

/** Order of items: the most severe first, and within a severity the largest number first. */
export const bySeverity = (a: AttentionItem, b: AttentionItem): number =>
  severityOf(a) - severityOf(b) || (b.count ?? 1) - (a.count ?? 1);
