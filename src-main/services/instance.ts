import type { Send } from '#main/api/types.ts';
import type { Reader, Store } from '#main/cache/handles.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import type { connectionOf } from './connection.ts';
import type { singleFlight } from './single-flight.ts';

/** One opened profile: the way to its platform, its mirror, and what its traffic tells. */
export interface Instance {
  profile: StoredProfile;
  send: Send;
  store: Store;
  reader: Reader;
  connection: ReturnType<typeof connectionOf>;
  once: ReturnType<typeof singleFlight>;
  close(): Promise<void>;
}
