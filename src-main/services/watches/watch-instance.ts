import { watchBudget, withBudget, type WatchBudget, type WatchRates } from '#main/api/client/governor/watch-budget.ts';
import type { Clock } from '#main/ports.ts';
import type { Instance } from '../instances/instance.ts';

export type { WatchBudget };

/** The budget of the watches of one instance. `open`: the instance, once it is open. */
export function budgetOf(clock: Clock, open: () => Instance | null, rates: WatchRates): WatchBudget {
  return watchBudget({ clock, reported: () => open()?.connection.now().budget ?? null, ...rates });
}

/**
 * The same instance, whose requests first wait for `take` of the budget of watches. `onEndpointLimit` is called if the
 * limit of a single endpoint holds a request back.
 */
export function watchInstance(instance: Instance, take: WatchBudget['take'], onEndpointLimit: () => void): Instance {
  const patient = instance.patient((held) => {
    if (held?.reason === 'endpoint-limit') onEndpointLimit();
  });
  return { ...patient, send: withBudget(patient.send, take) };
}
