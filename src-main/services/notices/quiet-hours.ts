import type { NoticeSettings } from '#shared/contract/notices.ts';

/**
 * When the current quiet hours end, in epoch milliseconds; null: the time is outside of quiet hours. The hours are local
 * times, so they also hold on days on which the clock changes.
 */
export function quietUntil(quiet: NoticeSettings['quiet'], now: number): number | null {
  if (quiet === null || quiet.from === quiet.to) return null;
  for (const startDay of [-1, 0]) {
    const from = timeOn(now, startDay, quiet.from);
    const to = timeOn(now, quiet.to > quiet.from ? startDay : startDay + 1, quiet.to);
    if (from <= now && now < to) return to;
  }
  return null;
}

/** A local time, this many days after the day of `now`. */
function timeOn(now: number, days: number, time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, hour, minute).getTime();
}
