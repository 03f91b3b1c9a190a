import type { Job } from '#shared/contract/job.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { minutes } from '#shared/time.ts';

export type LaneOutcome = 'ok' | 'retried' | 'failed' | 'running';
export interface LaneSegment {
  id: string;
  outcome: LaneOutcome;
  startedAt: number;
  endedAt: number;
  /** Both as fractions of the width. */
  left: number;
  width: number;
}
export interface SyncLane {
  name: string;
  segments: LaneSegment[];
  /** When the last sync ended, as epoch milliseconds. */
  lastAt: number | null;
}

export const timelineMs = minutes(60);
const minWidth = 0.008;

/** Syncs of the last 60 minutes by list, as segments of a timeline. Canceled ones are left out. */
export function syncLanes(jobs: readonly Job[], profileId: string | null, nowMs: number): SyncLane[] {
  const lanes: Record<string, SyncLane> = {};
  const from = nowMs - timelineMs;
  for (const job of jobs.toReversed()) {
    const endedAt = job.finishedAt ?? nowMs;
    const outcome = outcomeOf(job);
    if (!isSyncJob(job.kind) || job.profileId !== profileId || endedAt < from || outcome === null) continue;
    const collection = job.input['collection'] ?? (job.kind === 'keys.lookup' ? 'keys' : 'users');
    const lane = (lanes[collection] ??= { name: titleOf(collection), segments: [], lastAt: null });
    const left = Math.max(0, (job.startedAt - from) / timelineMs);
    const width = Math.max(minWidth, (endedAt - Math.max(from, job.startedAt)) / timelineMs);
    lane.segments.push({
      id: job.id,
      outcome,
      startedAt: job.startedAt,
      endedAt,
      left: Math.min(left, 1 - width),
      width,
    });
    if (job.finishedAt !== null) lane.lastAt = Math.max(lane.lastAt ?? 0, job.finishedAt);
  }
  return Object.values(lanes);
}

/** Whether a kind of job syncs rows. */
export function isSyncJob(kind: string): boolean {
  return kind === 'users.crawl' || kind === 'keys.lookup' || kind.startsWith('lists.');
}

function outcomeOf({ state, retries = 0 }: Job): LaneOutcome | null {
  switch (state) {
    case 'done':
      return retries > 0 ? 'retried' : 'ok';
    case 'failed':
      return 'failed';
    case 'cancelled':
      return null;
    case 'running':
    case 'waiting':
    case 'interrupted':
    case 'needs-person':
      return 'running';
    default:
      return state satisfies never;
  }
}
