import type { Job } from '#shared/contract/job.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import type { WatchChecks } from '#shared/contract/watches.ts';
import { overview } from '#shared/text/en/overview.ts';
import { setup } from '#shared/text/en/setup.ts';
import { minutes } from '#shared/time.ts';
import { watchName } from '../../console/watch-name.ts';

export type LaneOutcome = 'ok' | 'retried' | 'refused' | 'failed' | 'running';
export interface LaneSegment {
  id: string;
  outcome: LaneOutcome;
  /** The number of syncs or checks in the segment. */
  count: number;
  startedAt: number;
  endedAt: number;
  /** Both as fractions of the width. */
  left: number;
  width: number;
}
export interface SyncLane {
  name: string;
  /** The path of what the lane shows. */
  path: string;
  segments: LaneSegment[];
  /** When the last sync ended, as epoch milliseconds. */
  lastAt: number | null;
}

export const timelineMs = minutes(60);
const minWidth = 0.008;
const mostLanes = 8;

/** A segment without its place on the timeline. */
type Event = Omit<LaneSegment, 'left' | 'width'> & { name: string; path: string; isEnded: boolean };

/**
 * Jobs that sync a list and checks of watches in the last 60 minutes, by list, as segments of a timeline. Canceled and
 * queued jobs are left out.
 */
export function syncLanes(
  jobs: readonly Job[],
  checks: readonly WatchChecks[],
  { profileId, nowMs }: { profileId: string | null; nowMs: number },
): SyncLane[] {
  const lanes: Record<string, SyncLane> = {};
  const from = nowMs - timelineMs;
  const own = jobs.toReversed().filter((job) => isSyncJob(job.kind) && job.profileId === profileId);
  const events = [...own.flatMap((job) => jobEvent(job, nowMs) ?? []), ...checks.map(checkEvent)];
  for (const { name, path, isEnded, ...event } of events) {
    if (event.endedAt < from) continue;
    const lane = (lanes[name] ??= { name, path, segments: [], lastAt: null });
    const left = Math.max(0, (event.startedAt - from) / timelineMs);
    const width = Math.min(1, Math.max(minWidth, (event.endedAt - Math.max(from, event.startedAt)) / timelineMs));
    lane.segments.push({ ...event, left: Math.min(left, 1 - width), width });
    if (isEnded) lane.lastAt = Math.max(lane.lastAt ?? 0, event.endedAt);
  }
  return Object.values(lanes).sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The lanes to draw: if there are too many, those with failures and with the most syncs. The order is kept. */
export function drawnLanes(lanes: readonly SyncLane[]): SyncLane[] {
  const failures = ({ segments }: SyncLane): number => segments.filter(({ outcome }) => outcome === 'failed').length;
  const first = lanes
    .toSorted((a, b) => failures(b) - failures(a) || b.segments.length - a.segments.length)
    .slice(0, mostLanes);
  return lanes.filter((lane) => first.includes(lane));
}

function jobEvent(job: Job, nowMs: number): Event | null {
  const outcome = outcomeOf(job);
  if (outcome === null) return null;
  const collection = job.input['collection'] ?? (job.kind === 'keys.lookup' ? 'keys' : 'users');
  const name = job.kind === 'setup' ? setup.open : titleOf(collection);
  return {
    ...{ id: job.id, name, path: '/activity', outcome, count: 1, startedAt: job.startedAt },
    endedAt: job.finishedAt ?? nowMs,
    isEnded: job.finishedAt !== null,
  };
}

function checkEvent({ kind, isFast, outcome, startedAt, endedAt, checks }: WatchChecks): Event {
  const name = watchName(kind);
  return {
    id: `${kind} ${isFast} ${outcome} ${startedAt}`,
    name: isFast ? overview.lanes.active(name) : name,
    path: `/activity/watches/${kind}`,
    ...{ outcome, count: checks, startedAt, endedAt, isEnded: true },
  };
}

/** Whether a kind of job syncs rows. */
export function isSyncJob(kind: string): boolean {
  return ['setup', 'users.crawl', 'keys.lookup'].includes(kind) || kind.startsWith('lists.');
}

function outcomeOf({ state, retries = 0 }: Job): LaneOutcome | null {
  switch (state) {
    case 'done':
      return retries > 0 ? 'retried' : 'ok';
    case 'failed':
      return 'failed';
    case 'cancelled':
    case 'queued':
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
