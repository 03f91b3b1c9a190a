import type { OnHeld, Send } from '#main/api/types.ts';
import type { CacheReader, CacheWriter } from '#main/cache/store-api.ts';
import type { HistoryReader } from '#main/cache/history/history-api.ts';
import type { KnownId } from '#main/state/catalogue.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { connectionOf } from './connection.ts';
import type { singleFlight } from './single-flight.ts';

/** One opened profile: its sender, its cache and its connection state. */
export interface Instance {
  profile: StoredProfile;
  send: Send;
  store: CacheWriter;
  reader: CacheReader;
  /** What was recorded about changes of the rows. */
  history: HistoryReader;
  /** The moment whose rows `reader` returns; null: now. */
  asOf: number | null;
  /** The scope under which rows are cached: the one with the id, once it is known. `store`, `reader` and `history` use it too. */
  scopeOf(scope: Scope): Scope;
  /** Add ids that became known. Rows that were cached under the paths are moved. */
  addKnownPlaces(places: readonly KnownId[]): void;
  connection: ReturnType<typeof connectionOf>;
  once: ReturnType<typeof singleFlight>;
  /**
   * The same instance for background work: requests wait while a rate limit holds them back, and `onHeld` is called.
   */
  patient(onHeld: OnHeld): Instance;
  close(): Promise<void>;
}
