import type { Budget, Send } from '#main/api/types.ts';
import type { Store } from '#main/cache/handles.ts';
import type { Clock, Log } from '#main/ports.ts';
import type { Journal } from '#main/state/journal.ts';
import type { Plans, StoredRow } from '#main/state/plans.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import type { Key } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Capability } from '#shared/contract/profiles.ts';
import type { Failure } from '#shared/errors.ts';
import type { SecretBox } from '../masking/secret-box.ts';
import type { State, Operations } from '../operation-kit/operation.ts';
import type { RecentWrites } from '../operation-kit/resources.ts';

/** A row of a list, for a write that was asked for on a selection. */
export interface ListedRow {
  scope: Scope;
  id: Key;
  row: State;
}

/** The instance that a plan is for. `write` is the one sender that may send what is no GET. */
export interface TargetInstance {
  profile: StoredProfile;
  read: Send;
  write: Send;
  /** Whose token, without the token. */
  who: string;
  /** The name of its user; null where the platform does not tell. Fails: `aborted`. */
  user(signal: AbortSignal): Promise<string | null>;
  store: Pick<Store, 'put' | 'putFields' | 'markAllGone'>;
  /** The copy of a thing that was fetched alone, with its age; null: none. */
  cached(place: { stem: string; scope: Scope; id: Key }): Promise<{ state: State; fetchedAt: number } | null>;
  /** The rows of a selection of a list. Fails: `invalid` when it is none. */
  rowsOf(stem: string, selection: unknown): AsyncIterable<readonly ListedRow[]>;
  capabilities: readonly Capability[];
  budget: Budget | null;
  latencyMs: number | null;
}

/** What every part of the engine works with. */
export interface EngineContext {
  operations: Operations;
  plans: Plans;
  journal: Journal;
  box: SecretBox;
  recentWrites: RecentWrites;
  clock: Clock;
  log: Log;
  targetOf(profileId: string): Promise<TargetInstance>;
  /** Something of this plan is new. */
  planChanged: (planId: string) => void;
  /** By plan: ends the wait of the row that is about to leave, or to leave once more; what is on its way stays so. */
  stops: Map<string, AbortController>;
  /** By journal entry: until when its request may be carried out, on the monotonic clock of this run. */
  deadlines: Map<number, number>;
  /** The journal has a new entry, or one has ended. */
  journalChanged: () => void;
}

/** How old what was read may be when a write relies on it. */
const maxAgeMs = 5 * 60_000;

/** Whether what was read then may still be relied on; a clock that went back makes nothing young. */
export const isFresh = (readAt: number, now: number): boolean => now >= readAt && now - readAt < maxAgeMs;

/** Whether a failure is transient, so that a plan waits and tries again. Other failures would be the same again. */
export const isTransient = ({ code, reason }: Failure): boolean =>
  code === 'offline' ||
  code === 'throttled' ||
  (code === 'remote' && (reason === 'platform-down' || reason === 'timed-out'));

/** States of a row in which nothing will be sent for it any more. */
export const isFinal = ({ state }: Pick<StoredRow, 'state'>): boolean =>
  !['planned', 'sending', 'needs-secret', 'drifted'].includes(state);
