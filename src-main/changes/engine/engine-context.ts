import type { Budget, OnHeld, Send } from '#main/api/types.ts';
import type { Clock, Log } from '#main/ports.ts';
import type { Journal } from '#main/state/journal.ts';
import type { Plans, StoredRow } from '#main/state/plans.ts';
import type { SendCounter } from '#main/state/open/send-counter.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import type { Key } from '#shared/contract/collection.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Capability } from '#shared/contract/profiles.ts';
import { isRefusedForNow, type Failure } from '#shared/errors.ts';
import type { CacheUpdates, Store } from './cache-updates.ts';
import type { PendingOutcomes } from './pending-outcomes.ts';
import type { NamedInstance } from '../naming/row-names.ts';
import type { PlanSecrets } from '../masking/plan-secrets.ts';
import type { StagedFiles } from '../staged/staged-files.ts';
import type { CachedAt, State, Operations } from '../operation-kit/operation.ts';
import type { RecentWrites } from '../operation-kit/resources.ts';

/** The cached details of a row, and when they were fetched. */
export interface CachedState {
  state: State;
  fetchedAt: number;
}

/** A row of a selection. */
export interface ListedRow {
  scope: Scope;
  id: Key;
  row: State;
}

/** The instance that a plan is for. `write` is the only sender that sends other methods than GET and HEAD. */
export interface TargetInstance extends NamedInstance {
  profile: StoredProfile;
  read: Send;
  write: Send;
  /** Fingerprint of the token and name of the profile. */
  who: string;
  /** The user name of the token's owner; null: the platform doesn't report it. Fails: `aborted`. */
  user(signal: AbortSignal): Promise<string | null>;
  /**
   * The ID of the project to which the last read by this path was redirected; null: it was not, or Reeve knows another
   * project by this path. The platform refuses writes at the former path of a project.
   */
  movedTo(path: string): number | null;
  store: Store;
  /** The cached details of rows, in the same order; null: none. */
  cached(collection: CollectionName, places: readonly CachedAt[]): Promise<(CachedState | null)[]>;
  /** The rows of a selection of a list, in batches. Fails: `invalid` if it is no selection of this list. */
  rowsOf(collection: string, selection: unknown): AsyncIterable<readonly ListedRow[]>;
  capabilities: readonly Capability[];
  budget: Budget | null;
  latencyMs: number | null;
}

/** The tables, ports and shared state of the write engine. */
export interface EngineContext {
  operations: Operations;
  plans: Plans;
  journal: Journal;
  cacheUpdates: CacheUpdates;
  /** Every transaction of the engine must run through it. */
  outcomes: PendingOutcomes;
  planSecrets: PlanSecrets;
  staged: StagedFiles;
  /** Call `begin` before a plan sends a write, and `end` when the plan ends or stops. */
  sends: SendCounter;
  recentWrites: RecentWrites;
  clock: Clock;
  log: Log;
  /** `onHeld`: called when a rate limit holds back a write. */
  targetOf(profileId: string, onHeld?: OnHeld): Promise<TargetInstance>;
  /** Must be called after each change of a plan or its rows. `isNewState`: the state of the plan has changed. */
  planChanged: (planId: string, how?: { isNewState?: boolean }) => void;
  /**
   * By plan ID: stops a row that waits to be sent, or to be sent again. A request that is being sent is not stopped.
   */
  stops: Map<string, AbortController>;
  /** By journal entry: the deadline of its request, on the monotonic clock of this run. */
  deadlines: Map<number, number>;
  /** Must be called after an entry of the journal was added or changed. */
  journalChanged: () => void;
}

/** What the work on the rows of one instance needs. `signal`: ends its requests. */
export interface Work {
  target: TargetInstance;
  context: EngineContext;
  signal: AbortSignal;
}

/** What the work on the rows of a stored plan needs. */
export interface PlanWork extends Work {
  planId: string;
}

/** Maximum age of a state that a write relies on. */
const maxAgeMs = 5 * 60_000;

/**
 * Whether a state that was read at this time is recent. A negative age counts as stale, because the clock was set back.
 */
export const isFresh = (readAt: number, now: number): boolean => now >= readAt && now - readAt < maxAgeMs;

/** True for transient failures, after which a plan waits and retries. */
export const isTransient = ({ code, reason }: Failure): boolean =>
  code === 'offline' ||
  code === 'throttled' ||
  isRefusedForNow({ reason }) ||
  (code === 'remote' && (reason === 'platform-down' || reason === 'timed-out'));

/** Whether a row has its final state: nothing more is sent for it. */
export const isFinal = ({ state }: Pick<StoredRow, 'state'>): boolean =>
  !['planned', 'sending', 'needs-secret', 'drifted'].includes(state);
