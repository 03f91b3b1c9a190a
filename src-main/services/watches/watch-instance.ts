import { watchBudget, withBudget, type WatchBudget } from '#main/api/client/governor/watch-budget.ts';
import type { Clock } from '#main/ports.ts';
import type { Instance } from '../instances/instance.ts';

export type { WatchBudget };

/**
 * The budget of the watches of one instance. `open`: the instance, once it is open. `perSecond`: the rate if it reports
 * no limit.
 */
export function budgetOf(clock: Clock, open: () => Instance | null, perSecond: () => number): WatchBudget {
  return watchBudget({ clock, reported: () => open()?.connection.now().budget ?? null, perSecond });
}

/**
 * The same instance, whose requests wait for the budget of watches. `onEndpointLimit` is called if the limit of a single
 * endpoint holds a request back.
 */
export function watchInstance(instance: Instance, budget: WatchBudget, onEndpointLimit: () => void): Instance {
  const patient = instance.patient((held) => {
    if (held?.reason === 'endpoint-limit') onEndpointLimit();
  });
  return { ...patient, send: withBudget(patient.send, (signal) => budget.take(signal)) };
}
