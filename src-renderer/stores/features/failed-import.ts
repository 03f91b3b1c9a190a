import type { FoundImport, ImportEntry } from '#shared/contract/imports.ts';
import { days } from '#shared/time.ts';

const shownMs = days(7);

/** Whether an import was reported as failed in the last seven days. The core counts the same ones for the overview. */
export function isRecentlyFailed(one: ImportEntry | FoundImport, nowMs: number): boolean {
  const isImport = !('op' in one) || one.op.startsWith('imports.from');
  return isImport && /^failed$/i.test(one.import_status ?? '') && (one.statusAt ?? 0) >= nowMs - shownMs;
}
