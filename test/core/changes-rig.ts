import { vi } from 'vitest';
import { systemClock } from '#main/hosts/machine.ts';
import type { Plan } from '#shared/contract/changes.ts';
import { until } from '../helpers/rig.ts';
import type { ReeveClient } from '../helpers/window.ts';

export const slice = { from: 0, count: 200 };

/** Wait until a plan is in one of these states. */
export function ended(client: ReeveClient, planId: string, states: readonly Plan['state'][] = ['done']): Promise<Plan> {
  return until(
    () => client.changes.get({ planId }),
    ({ state }) => states.includes(state),
  );
}

/** Apply and wait for the end. */
export async function applied(client: ReeveClient, { id, confirmation }: Plan, stopOnError = true): Promise<Plan> {
  const confirm = confirmation.kind === 'name' ? { confirm: confirmation.name } : {};
  await client.changes.apply({ planId: id, stopOnError, ...confirm });
  return ended(client, id, ['done', 'paused']);
}

/** Reeve's clock goes ahead from now on; the caller's test ends with `vi.restoreAllMocks`. */
export function goAhead(ms: number): void {
  vi.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + ms);
}

export async function rowsOf(client: ReeveClient, planId: string) {
  return (await client.changes.rows({ planId, slice })).rows;
}
