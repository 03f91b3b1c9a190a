import { runners } from '#shared/text/en/runners.ts';
import type { ListDesk } from '../../../console/state/desk.svelte.ts';
import type { Stores } from '../../../stores/context.ts';
import { RunnerFleet } from '../../../stores/features/runner-fleet.svelte.ts';

const fleets = new WeakMap<object, RunnerFleet>();

/** The fleet behind a desk: the same one while the desk lives, so that a rule and a thought outlive their page. */
export function fleetOf({ session }: Stores, desk: Pick<ListDesk, 'scope'>): RunnerFleet {
  const known = fleets.get(desk);
  if (known !== undefined) return known;
  const fleet = new RunnerFleet(session, desk.scope ?? '');
  fleet.note = runners.sweep.template;
  fleets.set(desk, fleet);
  return fleet;
}

/** Views of the runners, by what follows `/runners` in the address. */
export const places = ['fleet', 'coverage', 'versions', 'stale'] as const;
export type Place = (typeof places)[number];

export function pathTo(place: Place): string {
  return place === 'fleet' ? '/runners' : `/runners/${place}`;
}
