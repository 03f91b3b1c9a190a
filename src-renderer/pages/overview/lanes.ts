import type { Job } from '#shared/contract/job.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { minutes } from '#shared/time.ts';

export type LaneOutcome = 'ok' | 'retried' | 'failed' | 'running';
export interface LanePiece {
  id: string;
  outcome: LaneOutcome;
  startedAt: number;
  endedAt: number;
  /** Both as shares of the width. */
  left: number;
  width: number;
}
export interface CrawlLane {
  name: string;
  pieces: LanePiece[];
  /** Epoch ms of the end of the last one that has ended. */
  lastAt: number | null;
}

export const spanMs = minutes(60);
const leastWidth = 0.008;

/** Readings of the last 60 minutes by list, as pieces on a line of time. Cancelled ones are left out. */
export function lanesOf(jobs: readonly Job[], profileId: string | null, nowMs: number): CrawlLane[] {
  const lanes: Record<string, CrawlLane> = {};
  const from = nowMs - spanMs;
  for (const job of jobs.toReversed()) {
    const endedAt = job.finishedAt ?? nowMs;
    const outcome = outcomeOf(job);
    if (!isReading(job.kind) || job.profileId !== profileId || endedAt < from || outcome === null) continue;
    const stem = job.input['stem'] ?? (job.kind === 'keys.lookup' ? 'keys' : 'users');
    const lane = (lanes[stem] ??= { name: titleOf(stem), pieces: [], lastAt: null });
    const left = Math.max(0, (job.startedAt - from) / spanMs);
    const width = Math.max(leastWidth, (endedAt - Math.max(from, job.startedAt)) / spanMs);
    lane.pieces.push({
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

/** Whether a kind of job reads from the platform. */
export function isReading(kind: string): boolean {
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
