import type { Clock } from '#main/ports.ts';
import type { Instance } from '../instances/instance.ts';

/** The progress of the sync of a list. */
export interface ListProgress {
  rows: number;
  estimatedRows: number | null;
  requests: number;
  changed: number;
  unreadable: number;
}

/** What a sync of a list needs. */
export interface SyncNeeds {
  instance: Pick<Instance, 'send' | 'store' | 'reader'>;
  clock: Clock;
  report: (progress: ListProgress) => void;
  signal: AbortSignal;
}

/** `check` fails if a sync with this number of rows must not continue. */
export interface CheckedSyncNeeds extends SyncNeeds {
  check: (rows: number, reportedRows: number | null) => Promise<void>;
}
