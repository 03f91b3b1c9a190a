import { DAY_MS } from '../../clock.ts';

const HOUR_MS = 3_600_000;

/**
 * The same moment, or for another day than the last one a moment between 07:00 and 18:00 UTC of that day, in whole
 * seconds. Keeps the order of moments.
 */
export function atWork(atMs: number, untilMs: number): number {
  const day = Math.floor(atMs / DAY_MS) * DAY_MS;
  const isLastDay = day === Math.floor(untilMs / DAY_MS) * DAY_MS;
  const moved = isLastDay ? atMs : day + 7 * HOUR_MS + ((atMs - day) / DAY_MS) * 11 * HOUR_MS;
  return Math.floor(moved / 1000) * 1000;
}

/** A moment that is so much of the way from a number of days before the last moment; most moments are close to it. */
export function recently(share: number, days: number, lastMs: number, untilMs: number): number {
  return atWork(lastMs - (1 - share) ** 2.2 * days * DAY_MS, untilMs);
}
