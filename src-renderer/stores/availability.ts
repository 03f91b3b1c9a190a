import type { Profile } from '#shared/contract/profiles.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { MemberKind } from '#shared/contract/kit.ts';
import { members } from '#shared/contract/window.constant.ts';
import { isRefusedForNow } from '#shared/errors.ts';
import { isUnreachable } from '#shared/reach.ts';
import { explainWord } from '#shared/text/en/failures.ts';
import { shell } from '#shared/text/en/shell.ts';
import { isUnfinished, lastSyncJob } from './lists/sync-jobs.ts';
import type { Stores } from './context.ts';

/** Why no request can be sent to the instance now, in a sentence; null if it can. Read it reactively. */
export function remoteReason({ session, host, profiles: known, connection }: Stores): string | null {
  if (!session.isReachable) return shell.coreLost;
  if (isInPast(session)) return shell.asOf.readOnly;
  if (known.open === null) return shell.syncNeedsInstance;
  if (!known.open.hasToken) return noTokenReason(known.open);
  if (isUnreachable(host.status?.isOnline !== false, known.open.url))
    return shell.needsNetwork(explainWord('offline').what);
  if (!connection.isOffline) return refusedReason(connection);
  return shell.needsNetwork(explainWord(connection.current?.reason ?? 'offline').what);
}

/** Why a verb of the contract cannot be called now; null if it can, or if it works without the network. */
export function verbReason<S extends keyof ReeveContract>(
  stores: Stores,
  section: S,
  verb: keyof ReeveContract[S] & string,
): string | null {
  const kinds: Readonly<Record<string, MemberKind>> = members[section];
  return kinds[verb] === 'remote' ? remoteReason(stores) : null;
}

/**
 * Why no change can be sent now, in a sentence; null if it can. Read it reactively. Shape: `profileId` is the instance
 * of the plan, which may be another one than the open one.
 */
export function writeReason(stores: Stores, profileId = stores.profiles.openId): string | null {
  if (isUnwritable(stores)) return shell.unwritable.why;
  if (profileId !== stores.profiles.openId) return otherReason(stores, profileId);
  if (stores.session.isReachable && stores.profiles.open?.readOnly === true) return shell.readOnlyWhy;
  return remoteReason(stores);
}

/**
 * Why no list can be synced now; null if it can. An instance that did not answer the last request can be tried: this is
 * how Reeve finds out that it answers again.
 */
export function syncReason({ session, host, profiles: known, connection }: Stores): string | null {
  if (!session.isReachable) return shell.coreLost;
  if (isInPast(session)) return shell.asOf.readOnly;
  if (isUnwritable({ session, host })) return shell.unwritable.why;
  if (known.open === null) return shell.syncNeedsInstance;
  if (!known.open.hasToken) return noTokenReason(known.open);
  if (isUnreachable(host.status?.isOnline !== false, known.open.url))
    return shell.needsNetwork(explainWord('offline').what);
  return refusedReason(connection);
}

/** Why the users cannot be synced now; null if they can. */
export function usersSyncReason(stores: Stores): string | null {
  const reason = syncReason(stores);
  const job = lastSyncJob(stores.jobs.list, stores.profiles.openId, { collection: 'users', scope: '' });
  if (reason !== null || !isUnfinished(job)) return reason;
  return job.state === 'needs-person' ? shell.syncNeedsDecision : shell.syncRunning;
}

/** For an instance that is not open. The state of its connection is unknown, so it is not checked. */
function otherReason({ session, profiles }: Stores, profileId: string | null): string | null {
  if (!session.isReachable) return shell.coreLost;
  const other = profiles.list?.find(({ id }) => id === profileId);
  if (other === undefined) return shell.syncNeedsInstance;
  if (other.readOnly) return shell.readOnlyWhy;
  return other.hasToken ? null : noTokenReason(other);
}

/** The core finds out by itself when the token or the account is accepted again. */
function refusedReason({ current }: Stores['connection']): string | null {
  const refusal = current?.refusal ?? null;
  return refusal !== null && isRefusedForNow(refusal) ? shell.refusal.why(refusal.reason) : null;
}

const noTokenReason = ({ tokenMismatch }: Profile): string =>
  tokenMismatch === null ? shell.noTokenWhy : shell.tokenElsewhereWhy;

/** The data folder can't be written. A lost connection is the reason that a window shows first. */
const isUnwritable = ({ session, host }: Pick<Stores, 'session' | 'host'>): boolean =>
  session.isReachable && (host.status?.unwritable ?? null) !== null;

/** The page shows a moment in the past. */
const isInPast = ({ asOf }: Pick<Stores['session'], 'asOf'>): boolean => typeof asOf === 'number';
