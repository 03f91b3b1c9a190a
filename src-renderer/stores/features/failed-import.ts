import type { ImportEntry } from '#shared/contract/imports.ts';
import { days } from '#shared/time.ts';

const shownMs = days(7);

/** Whether an import failed in the last seven days. The core counts the same ones for the overview. */
export function isRecentlyFailed({ op, import_status: status, statusAt }: ImportEntry, nowMs: number): boolean {
  return op.startsWith('imports.from') && /^failed$/i.test(status ?? '') && (statusAt ?? 0) >= nowMs - shownMs;
}
