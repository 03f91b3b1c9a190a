import type { MirrorAlarm, RemoteMirror } from '#shared/contract/remote-mirrors.ts';
import { fromIso } from '#shared/time.ts';
import { isFailed, isSameKeys, isUnderWay, medianOf, slowAfterMs, type MirrorHistory } from './mirror-updates.ts';

interface Settings {
  now: number;
  /** A mirror without success for this long is overdue. */
  noSuccessMs: number;
}

const none = { since: null, count: 0, medianMs: null, added: 0, removed: 0 } as const;

/** The most important alarm of a mirror, muted or not; null: none. A disabled mirror has no alarm. */
export function alarmOf(row: RemoteMirror, history: MirrorHistory, settings: Settings): MirrorAlarm | null {
  if (row.enabled !== true) return null;
  return (
    stuckAlarm(row, history, settings) ??
    failedAlarm(row, history) ??
    hostKeysAlarm(history) ??
    noSuccessAlarm(row, history, settings)
  );
}

/** Enabled, and without success for too long, whether or not an update was tried. */
export function isOverdue(row: RemoteMirror, { now, noSuccessMs }: Settings): boolean {
  const successAt = fromIso(row.last_successful_update_at);
  return row.enabled === true && (successAt === null || now - successAt > noSuccessMs);
}

function stuckAlarm(row: RemoteMirror, { updates }: MirrorHistory, { now }: Settings): MirrorAlarm | null {
  const since = fromIso(row.last_update_started_at);
  const medianMs = medianOf(updates);
  if (row.update_status !== 'started' || since === null || now - since <= slowAfterMs(medianMs)) return null;
  return { ...none, kind: 'stuck', since, medianMs };
}

/** A mirror that is tried again counts as failed until an update succeeds. */
function failedAlarm(row: RemoteMirror, { updates }: MirrorHistory): MirrorAlarm | null {
  const isRetry = isUnderWay(row) && updates.at(-1)?.isOk === false;
  if (!isFailed(row) && !isRetry) return null;
  const run = updates.slice(updates.findLastIndex(({ isOk }) => isOk) + 1);
  return { ...none, kind: 'failed', since: run[0]?.endedAt ?? fromIso(row.last_update_at), count: run.length };
}

function hostKeysAlarm({ keys, keysAt, acceptedKeys }: MirrorHistory): MirrorAlarm | null {
  if (keys === null || acceptedKeys === null || isSameKeys(keys, acceptedKeys)) return null;
  return { ...none, kind: 'host_keys', since: keysAt, ...keysChange(acceptedKeys, keys) };
}

export function keysChange(before: readonly string[], now: readonly string[]): { added: number; removed: number } {
  return {
    added: now.filter((key) => !before.includes(key)).length,
    removed: before.filter((key) => !now.includes(key)).length,
  };
}

/**
 * Updates were tried since the last success, and that is too long ago. A mirror of a project in which nothing was pushed
 * is not updated at all, and that is no alarm.
 */
function noSuccessAlarm(row: RemoteMirror, { updates }: MirrorHistory, settings: Settings): MirrorAlarm | null {
  if (!isOverdue(row, settings)) return null;
  const successAt = fromIso(row.last_successful_update_at);
  const triedAt = Math.max(fromIso(row.last_update_at) ?? 0, fromIso(row.last_update_started_at) ?? 0);
  if (triedAt <= (successAt ?? 0)) return null;
  const since = successAt ?? updates[0]?.endedAt ?? triedAt;
  return settings.now - since > settings.noSuccessMs ? { ...none, kind: 'no_success', since } : null;
}

/** The order of the page: alarms, updates under way, other mirrors, disabled ones. */
export function rankOf(row: RemoteMirror, isAlarm: boolean): number {
  if (isAlarm) return 1;
  if (row.enabled !== true) return 4;
  return isUnderWay(row) ? 2 : 3;
}
