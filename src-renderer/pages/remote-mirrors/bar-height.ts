import type { MirrorBar } from '#shared/contract/remote-mirrors.ts';
import { hours, seconds } from '#shared/time.ts';

const leastPx = 3;

/** The duration of an ended update; null: its start was not seen, or it is under way. */
export function msOf({ startedAt, endedAt }: MirrorBar): number | null {
  return startedAt === null || endedAt === null ? null : endedAt - startedAt;
}

/** The height of a bar: the logarithm of its duration from 1 second to 1 hour. A failed update has the full height. */
export function heightOf(bar: MirrorBar, mostPx: number): number {
  if (bar.state === 'failed') return mostPx;
  if (bar.state === 'underWay') return Math.round(mostPx * 0.6);
  const ms = msOf(bar);
  if (ms === null) return leastPx;
  const share = Math.log(Math.max(ms, seconds(1)) / seconds(1)) / Math.log(hours(1) / seconds(1));
  return Math.round(leastPx + Math.min(1, share) * (mostPx * 0.9 - leastPx));
}
