import type { OnHeld, Send } from '#main/api/types.ts';
import type { Reader, Store } from '#main/cache/handles.ts';
import type { KnownId } from '#main/state/catalogue.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { connectionOf } from './connection.ts';
import type { singleFlight } from './single-flight.ts';

/** One opened profile: the way to its platform, its mirror, and what its traffic tells. */
export interface Instance {
  profile: StoredProfile;
  send: Send;
  store: Store;
  reader: Reader;
  /** Where rows of a scope lie: under its id, once that is known. `store` and `reader` ask this themselves. */
  scopeOf(scope: Scope): Scope;
  /** The ids of these paths are known now: what was cached under a path moves. */
  addKnownPlaces(places: readonly KnownId[]): void;
  connection: ReturnType<typeof connectionOf>;
  once: ReturnType<typeof singleFlight>;
  /**
   * The same instance for long work: requests that a rate limit holds back wait for their turn, and `onHeld` is called.
   */
  patient(onHeld: OnHeld): Instance;
  close(): Promise<void>;
}
