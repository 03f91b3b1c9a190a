import { watchBudget, withBudget, type WatchBudget } from '#main/api/client/governor/watch-budget.ts';
import type { Clock } from '#main/ports.ts';
import type { Instance } from '../instances/instance.ts';

export type { WatchBudget };

/**
 * The budget of the watches of one instance. `open`: the instance, once it is open. `perSecond`: the rate if it reports
 * no limit. `perDay`: the most requests in 24 hours.
 */
export function budgetOf(
  clock: Clock,
  open: () => Instance | null,
  perSecond: () => number,
  perDay: () => number,
): WatchBudget {
  return watchBudget({ clock, reported: () => open()?.connection.now().budget ?? null, perSecond, perDay });
}

/**
 * The same instance, whose requests wait for the budget of watches. `onRequest` is called for each request,
 * `onEndpointLimit` if the limit of a single endpoint holds one back.
 */
export function watchInstance(
  instance: Instance,
  budget: WatchBudget,
  { onRequest, onEndpointLimit }: { onRequest: () => void; onEndpointLimit: () => void },
): Instance {
  const patient = instance.patient((held) => {
    if (held?.reason === 'endpoint-limit') onEndpointLimit();
  });
  const take = (signal?: AbortSignal): Promise<void> => {
    onRequest();
    return budget.take(signal);
  };
  return { ...patient, send: withBudget(patient.send, take) };
}
