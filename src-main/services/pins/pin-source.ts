import type { CoveragePlace } from '#main/cache/read/coverage-rows.ts';
import type { Clock } from '#main/ports.ts';
import type { StoredPin, StoredPinItem } from '#main/state/pins.ts';
import type { CoverageRefusal } from '#shared/contract/coverage.ts';
import type { PinDepthName, PinRange, PinView } from '#shared/contract/pins.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Instance } from '../instances/instance.ts';
import type { SyncLimits } from '../lists/sync-limits.ts';

/** What a pin contains. `places`: the pinned place with the known projects below it, as known now. */
export interface PinnedPlaces {
  instance: Instance;
  places: () => readonly CoveragePlace[];
  /** The instance and the known groups that contain pinned places and are not pinned themselves. */
  around: () => readonly CoveragePlace[];
  view: PinView | null;
  ref: string;
  /** Items that were stored after this time are not fetched again; 0: no stored item is fetched again. */
  freshSince: number;
  range: PinRange;
  /** Whether a list was switched off in the setup. */
  isOff: (collection: string, scope: Scope) => boolean;
  /** What this pin noted about the items of a source. Sources that keep the state of their items use it. */
  noted: (source: string) => readonly StoredPinItem[];
  clock: Clock;
  signal: AbortSignal;
}

/** When and why the platform refused an item. */
export type PinRefusal = CoverageRefusal;

/**
 * One thing that is stored: a list, a thread, or a file. `key`: unique in its source. `requests`: what a fill sends for
 * it. `bytes`: its size, estimated if `isGuess`. `isNew`: nothing of it is stored, so it needs more space. `refusal`: when
 * and why the platform last refused to return it in a sync; null: it did not. `unreadable`: rows of a list that its last
 * sync could not read; undefined: the pin's own record applies. Refused requests of the pin are recorded separately.
 */
export interface PinItem {
  key: string;
  label: string;
  scope: Scope;
  requests: number;
  bytes: number;
  isGuess: boolean;
  isStored: boolean;
  isNew: boolean;
  refusal: PinRefusal | null;
  unreadable?: number;
}

/** What `store` needs besides the places. */
export interface StoreNeeds extends PinnedPlaces {
  limits: SyncLimits;
  mostFileBytes: number;
  /** Ask a person whether rows that a list did not return are marked. */
  ask: (collection: string, scope: Scope, found: { rows: number; notReturnedFound: number }) => void;
}

/**
 * The result for one item. `bytes`: its size now; null: the estimate applies. `problem`: why it was not stored, or
 * not completely, although no request failed.
 */
export interface StoredResult {
  bytes: number | null;
  problem?: { kind: 'missing' | 'too-large' | 'refused' | 'unreadable'; status: number | null; reason: string | null };
}

/** One kind of content that a pin stores. */
export interface PinSource {
  /** Stored with the items of a pin. */
  name: string;
  depth: PinDepthName;
  /** The row of Coverage that an item belongs to; undefined: a list, whose refusals the cache has. */
  rowOf?(key: string): string | undefined;
  /** The items of a pin, from what is cached. Sends no request. */
  items(pinned: PinnedPlaces): Promise<PinItem[]>;
  /** Fails: as the sender does; a refusal is noted as the problem of this item. */
  store(item: PinItem, needs: StoreNeeds, signal: AbortSignal): Promise<StoredResult>;
  /** No pin needs the item any more. Its content may be deleted when space is needed. */
  release?(pin: Pick<StoredPin, 'profileId'>, item: StoredPinItem): void;
}
