import { exportsWatch, type ExportStates } from '#main/services/dependency-exports/export-states.ts';
import { firstWaitMs } from '#main/services/dependency-exports/export-status.ts';
import type { WatchKind } from './watch.ts';

/** Checks each unfinished dependency export until it ends, and downloads it. The place is the platform's ID. */
export function dependencyExportsWatch({ places, check }: Pick<ExportStates, 'places' | 'check'>): WatchKind {
  return { name: exportsWatch, everyMs: firstWaitMs, requests: 1, isAlways: true, places, check };
}
