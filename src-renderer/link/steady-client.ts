import type { AnyMembers, Client, Contract, Members } from '#shared/contract/kit.ts';
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
  #pendingCalls = 0;
  #idleWaiters: (() => void)[] = [];

  constructor(members: Members<C>) {
    this.#eventNames = Object.entries(members as AnyMembers).flatMap(([section, kinds]) =>
      Object.entries(kinds)
        .filter(([, kind]) => kind === 'event')
        .map(([name]) => [section, name] as const),
    );
    const sections = Object.entries(members as AnyMembers).map(([section, kinds]) => [
      section,
      Object.fromEntries(
        Object.entries(kinds).map(([name, kind]) => [
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

  /** Resolves as soon as no call waits for its reply. */
  whenIdle(): Promise<void> {
    return this.#pendingCalls === 0 ? Promise.resolve() : new Promise((resolve) => this.#idleWaiters.push(resolve));
  }

  async #call(section: string, verb: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
    const call = this.#current?.[section]?.[verb];
    if (call === undefined) throw new Failure('offline', 'no core is attached', { reason: 'connection-lost' });
    this.#pendingCalls += 1;
    try {
      return await call(input, signal);
    } finally {
      this.#pendingCalls -= 1;
      if (this.#pendingCalls === 0) for (const resolve of this.#idleWaiters.splice(0)) resolve();
    }
  }

  #listen(key: string, listener: Listener): () => void {
    const set = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, set.add(listener));
    return () => void set.delete(listener);
  }
}
