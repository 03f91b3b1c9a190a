import type { CacheWriter } from '#main/cache/store-api.ts';
import type { Verb } from '#shared/contract/kit.ts';
import { Failure } from '#shared/errors.ts';
import type { Instance } from '../instances/instance.ts';
import { methodProxy } from '../instances/method-proxy.ts';
import { singleFlight } from '../instances/single-flight.ts';

/** An instance as it was at a moment: its rows are those of the moment, and nothing can be sent or stored. */
export function pastInstance(instance: Instance, asOf: number): Instance {
  const refuse = async (): Promise<never> => {
    throw inThePast();
  };
  // The instance of now is closed, not this one
  const close = async (): Promise<void> => undefined;
  const past: Instance = {
    ...instance,
    asOf,
    send: Object.assign(refuse, { answer: refuse, page: refuse, rows: refuse, bytes: refuse, raw: refuse, close }),
    store: methodProxy<CacheWriter>({ onChanged: () => undefined, onReferences: () => undefined, close }, () => refuse),
    reader: instance.history.past(asOf),
    // A query about another moment must not get the same answer
    once: singleFlight(),
    addKnownPlaces: () => undefined,
    patient: () => past,
    close,
  };
  return past;
}

/** Commands that change only data of Reeve that is not about a moment, or save a file. */
const allowed = /^(host|history|notices|downloads)\.|^profiles\.open$|^\w+\.export\w*$/;

/**
 * Refuse verbs that send requests, or change more than what Reeve shows. `name`: `section.verb`.
 * Fails: `denied`/`in-the-past`.
 */
export function refuseInThePast(name: string, { kind, remote }: Pick<Verb, 'kind' | 'remote'>): void {
  if (remote || (kind !== 'query' && !allowed.test(name))) throw inThePast();
}

function inThePast(): Failure {
  return new Failure('denied', 'a moment in the past is shown', { reason: 'in-the-past' });
}
