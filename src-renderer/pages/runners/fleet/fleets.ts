import { runners } from '#shared/text/en/runners.ts';
import type { ListState } from '../../../console/state/list-state.svelte.ts';
import type { Stores } from '../../../stores/context.ts';
import { RunnerFleet } from '../../../stores/runners/runner-fleet.svelte.ts';

const fleets = new WeakMap<object, RunnerFleet>();

/** The fleet of a list state. It exists as long as the state, so that its rule and note are kept while another page is shown. */
export function fleetOf({ session }: Stores, listState: Pick<ListState, 'scope'>): RunnerFleet {
  const known = fleets.get(listState);
  if (known !== undefined) return known;
  const fleet = new RunnerFleet(session, listState.scope ?? '');
  fleet.note = runners.cleanup.template;
  fleets.set(listState, fleet);
  return fleet;
}

/** Views of the runners, by what follows the path of the page in the address. */
export const places = ['fleet', 'coverage', 'versions', 'stale'] as const;
export type Place = (typeof places)[number];

/** The path of a view. `base`: the path of the page. */
export function pathTo(place: Place, base = '/runners'): string {
  return place === 'fleet' ? base : `${base}/${place}`;
}
