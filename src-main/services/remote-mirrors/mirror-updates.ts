import { failedMirrorStatuses, type RemoteMirror } from '#shared/contract/remote-mirrors.ts';
import type { MirrorMark, MirrorMarkOf } from '#main/state/mirror-marks.ts';
import { fromIso, minutes } from '#shared/time.ts';

export type MirrorUpdate = MirrorMarkOf<'update'>;

/** What Reeve knows about a mirror from earlier marks. Null: not seen yet. */
export interface MirrorHistory {
  /** The newest updates, oldest first. */
  updates: readonly MirrorUpdate[];
  isEnabled: boolean | null;
  keys: readonly string[] | null;
  /** When the host keys last changed. */
  keysAt: number | null;
  /** The keys that the host is expected to have. */
  acceptedKeys: readonly string[] | null;
  mutedUntil: number | null;
  /** When the update started that was under way at the last comparison. Not stored. */
  startedAt: number | null;
}

/** Number of updates that are shown, and from which the median is computed. */
export const shownUpdates = 20;
/** Number of updates from which the events of a mirror are computed. At least `shownUpdates`. */
export const mostUpdatesOfRecord = 200;
/** Shorter updates are never slow. */
const leastSlowMs = minutes(10);
const slowFactor = 5;

export const isUnderWay = ({ update_status: status }: Pick<RemoteMirror, 'update_status'>): boolean =>
  status === 'scheduled' || status === 'started';

export const isFailed = ({ update_status: status }: Pick<RemoteMirror, 'update_status'>): boolean =>
  failedMirrorStatuses.some((failed) => failed === status);

export const durationOf = ({ startedAt, endedAt }: MirrorUpdate): number | null =>
  startedAt === null ? null : endedAt - startedAt;

/** The median duration of the successful updates; null: none is known. */
export function medianOf(updates: readonly MirrorUpdate[]): number | null {
  const known = updates
    .filter(({ isOk }) => isOk)
    .map(durationOf)
    .filter((ms) => ms !== null)
    .sort((a, b) => a - b);
  const middle = Math.floor(known.length / 2);
  const [lower, upper] = [known[known.length % 2 === 0 ? middle - 1 : middle], known[middle]];
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
}

/** An update that takes longer than this is slow, or stuck. */
export function slowAfterMs(medianMs: number | null): number {
  return Math.max(leastSlowMs, slowFactor * (medianMs ?? 0));
}

/** The fingerprints of the host keys in a stable order; null: the row has no such field. */
export function fingerprintsOf({ host_keys: keys }: Pick<RemoteMirror, 'host_keys'>): string[] | null {
  if (keys === null || keys === undefined) return null;
  return keys.flatMap(({ fingerprint_sha256: print }) => (typeof print === 'string' ? [print] : [])).sort();
}

export function isSameKeys(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, at) => key === other[at]);
}

/** The marks for what changed since the last comparison. None for a row without a change. */
export function marksOf(history: MirrorHistory, row: RemoteMirror): MirrorMark[] {
  const marks: MirrorMark[] = [];
  const isEnabled = row.enabled === true;
  if (isEnabled !== history.isEnabled) marks.push({ kind: 'enabled', isEnabled, isFirst: history.isEnabled === null });
  const keys = fingerprintsOf(row);
  if (keys !== null && (history.keys === null || !isSameKeys(keys, history.keys)))
    marks.push({ kind: 'host-keys', keys, isFirst: history.keys === null });
  const update = endedUpdate(history, row);
  if (update !== null) marks.push({ kind: 'update', ...update });
  return marks;
}

/**
 * The update that ended since the last comparison; null: none. While the next update is under way, the row has the start of
 * that one, so the start of the ended update is then known only from an earlier row.
 */
function endedUpdate({ updates, startedAt: seenStart }: MirrorHistory, row: RemoteMirror): MirrorUpdate | null {
  const endedAt = fromIso(row.last_update_at);
  if (endedAt === null || updates.some((known) => known.endedAt === endedAt)) return null;
  const before = updates.at(-1)?.endedAt ?? Number.NEGATIVE_INFINITY;
  const starts = [fromIso(row.last_update_started_at), seenStart];
  const startedAt = starts.find((at) => at !== null && at <= endedAt && at >= before) ?? null;
  const successAt = fromIso(row.last_successful_update_at);
  const isOk = row.update_status === 'finished' || (!isFailed(row) && successAt !== null && successAt >= endedAt);
  const medianMs = medianOf(updates);
  const isSlow = startedAt !== null && endedAt - startedAt > slowAfterMs(medianMs);
  return { endedAt, startedAt, isOk, isSlow, medianMs, error: isOk ? null : (row.last_error ?? null) };
}

/** The history after these marks. `now`: when they were written. */
export function withMarks(history: MirrorHistory, marks: readonly MirrorMark[], now: number): MirrorHistory {
  return marks.reduce((after, mark) => ({ ...after, ...changeBy(mark, after, now) }), history);
}

function changeBy(mark: MirrorMark, { updates }: MirrorHistory, now: number): Partial<MirrorHistory> {
  switch (mark.kind) {
    case 'update': {
      const { kind: _, ...update } = mark;
      return { updates: [...updates, update].slice(-shownUpdates) };
    }
    case 'enabled':
      return { isEnabled: mark.isEnabled };
    case 'host-keys':
      return { keys: mark.keys, keysAt: now, ...(mark.isFirst && { acceptedKeys: mark.keys }) };
    case 'accepted-keys':
      return { acceptedKeys: mark.keys };
    case 'muted':
      return { mutedUntil: mark.until };
    default:
      return mark satisfies never;
  }
}
