import type { CleanupRow } from '#shared/contract/runners.ts';
import { runners } from '#shared/text/en/runners.ts';
import type { ListState } from '../../../console/state/list-state.svelte.ts';
import { planAndApply } from '../../../console/plan/plan-and-apply.ts';
import { showFailure } from '../../../components/messages/show-message.ts';
import { writeReason } from '../../../stores/availability.ts';
import type { Stores } from '../../../stores/context.ts';
import type { RunnerFleet } from '../../../stores/runners/runner-fleet.svelte.ts';
import { consequenceOf } from '../fleet/runner-actions.ts';
import { noteFor } from './cleanup-note.ts';
import type { WriteCall } from '../../../stores/plans/writes.ts';

const words = runners.cleanup;
/** Maximum rows of a plan. */
const mostRows = 5_000;

/** Why the cleanup can't be applied now; null if it can. */
export function cleanupReason(stores: Stores, fleet: RunnerFleet): string | null {
  const n = fleet.cleanup.reply?.counts.pause ?? 0;
  const reason = writeReason(stores);
  if (reason !== null) return reason;
  if (n === 0) return words.nobody;
  return n > mostRows ? words.tooMany(mostRows) : null;
}

/** Pause all runners that match the rule, each with its own note, as one plan that is shown first. */
export async function applyCleanup(
  stores: Stores,
  listState: Pick<ListState, 'scope'>,
  fleet: RunnerFleet,
): Promise<void> {
  let rows: CleanupRow[];
  try {
    rows = await fleet.runnersToPause(mostRows);
  } catch (thrown) {
    return showFailure(words.failed, thrown);
  }
  const parts = { template: fleet.note, keepsOld: fleet.keepsNotes, now: Date.now() };
  const written = rows.map((row) => ({ row, ...noteFor(row, parts) }));
  const tooLong = written.filter(({ isTooLong }) => isTooLong).length;
  const calls = written.map(({ row: { id }, note }): WriteCall => ({
    op: 'runners.edit',
    path: { id },
    body: { paused: true, ...(note !== null && { maintenance_note: note }) },
  }));
  await planAndApply(stores, {
    calls,
    title: words.applyTitle,
    ...consequenceOf(listState, words.consequence, ...(tooLong > 0 ? [words.noteTooLong(tooLong)] : [])),
    isShown: true,
  });
  await fleet.cleanup.reload();
}
