import type { Client, Contract } from '#shared/contract/kit.ts';
import { Failure } from '#shared/errors.ts';

type Listener = (data: unknown) => void;
type AnyClient = Record<string, Record<string, (...args: unknown[]) => unknown>>;

/**
 * One client for the whole life of the window, for changing wires. Listeners are kept when the wire changes. Verbs
 * reject with `offline`/`connection-lost` while there is no wire.
 */
export class SteadyClient<C extends Contract> {
  readonly client: Client<C>;
  #current: AnyClient | null = null;
  #listeners = new Map<string, Set<Listener>>();
  #eventNames: (readonly [string, string])[];

  constructor(contract: C) {
    this.#eventNames = Object.entries(contract).flatMap(([section, members]) =>
      Object.entries(members)
        .filter(([, member]) => member.kind === 'event')
        .map(([name]) => [section, name] as const),
    );
    const sections = Object.entries(contract).map(([section, members]) => [
      section,
      Object.fromEntries(
        Object.entries(members).map(([name, { kind }]) => [
          name,
          kind === 'event'
            ? (listener: Listener) => this.#listen(`${section}.${name}`, listener)
            : (input?: unknown, signal?: AbortSignal) => this.#call(section, name, input, signal),
        ]),
      ),
    ]);
    this.client = Object.fromEntries(sections) as Client<C>;
  }

  /** Use this client from now on; null: there is none. */
  attach(client: Client<C> | null): void {
    this.#current = client as AnyClient | null;
    for (const [section, name] of this.#eventNames) {
      this.#current?.[section]?.[name]?.((data: unknown) => {
        for (const listener of this.#listeners.get(`${section}.${name}`) ?? []) listener(data);
      });
    }
  }

  #call(section: string, verb: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
    const call = this.#current?.[section]?.[verb];
    if (call === undefined) {
      return Promise.reject(new Failure('offline', 'no core is attached', { reason: 'connection-lost' }));
    }
    return call(input, signal) as Promise<unknown>;
  }

  #listen(key: string, listener: Listener): () => void {
    const set = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, set.add(listener));
    return () => void set.delete(listener);
  }
}
