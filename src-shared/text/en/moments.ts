import { days, hasAge, hours, minutes, seconds, toIso } from '#shared/time.ts';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const calendarDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const dayOfYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const dayWithYear = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const clockTime = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const exactClock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' });
const counts = new Intl.NumberFormat('en');
const decimals = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

const units = [
  ['day', days(1)],
  ['hour', hours(1)],
  ['minute', minutes(1)],
  ['second', seconds(1)],
] as const;

/** The date in UTC, because in a local zone year 1 may be the year before: "0001-01-01". */
const plainDate = (atMs: number): string => toIso(atMs).split('T')[0] ?? '';
/** A moment without an age is a date alone, in every format. */
const formatted = (format: Intl.DateTimeFormat, atMs: number): string =>
  hasAge(atMs) ? format.format(atMs) : plainDate(atMs);

/**
 * "14s ago", "3h ago", "in 2d"; under a second "just now". The date if the moment is more than 30 days away, or has no
 * age (`hasAge`).
 */
export function ago(atMs: number, nowMs: number): string {
  const distanceMs = atMs - nowMs;
  if (!hasAge(atMs) || Math.abs(distanceMs) >= days(31)) return shortDay(atMs, nowMs);
  for (const [unit, unitMs] of units) {
    if (Math.abs(distanceMs) >= unitMs) return relative.format(Math.trunc(distanceMs / unitMs), unit);
  }
  return 'just now';
}

/** An age with its time: "3h ago, Nov 20, 14:32". The time alone if the age is a date. */
export function agoWithDate(atMs: number, nowMs: number): string {
  const [age, date] = [ago(atMs, nowMs), hasAge(atMs) ? shortMoment(atMs, nowMs) : shortDay(atMs, nowMs)];
  return date.startsWith(age) ? date : `${age}, ${date}`;
}

/**
 * A deadline as a date with the remaining days: "Dec 28, 30 d", "Nov 28, today". After the deadline: "Nov 20, 8 d ago".
 */
export function deadline(atMs: number, nowMs: number): string {
  const left = calendarDays(atMs) - calendarDays(nowMs);
  const date = shortDay(atMs, nowMs);
  if (!hasAge(atMs) || left < -30) return date;
  if (left === 0) return `${date}, today`;
  return left > 0 ? `${date}, ${count(left)} d` : `${date}, ${-left} d ago`;
}

/** The number of the calendar day in the local time zone, counted from 1970-01-01. */
function calendarDays(atMs: number): number {
  const at = new Date(atMs);
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / days(1);
}

/** "Nov 20, 2026, 8:14:07 PM" in the local time zone. */
export const fullMoment = (atMs: number): string => formatted(absolute, atMs);

/** "Nov 20, 2026" in the local time zone. */
export const dayOf = (atMs: number): string => formatted(calendarDay, atMs);

/** "Nov 20" in the local time zone; "Nov 20, 2025" if the year is another one. */
export function shortDay(atMs: number, nowMs: number): string {
  const isThisYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear();
  return formatted(isThisYear ? dayOfYear : dayWithYear, atMs);
}

/** "Nov 20, 14:32" in the local time zone, with the year if it is another one. */
export const shortMoment = (atMs: number, nowMs: number): string =>
  `${shortDay(atMs, nowMs)}, ${clockTime.format(atMs)}`;

/** "20:14:07" in the local time zone. */
export const exactTime = (atMs: number): string => exactClock.format(atMs);

/** "20:14" in the local time zone. */
export const timeOfDay = (atMs: number): string => clockTime.format(atMs);

/** A duration: "3 min", "1 h 20 min", "under a minute". */
export function duration(ms: number): string {
  if (ms < minutes(1)) return 'under a minute';
  const wholeMinutes = Math.round(ms / minutes(1));
  if (wholeMinutes < 60) return `${wholeMinutes} min`;
  const rest = wholeMinutes % 60;
  return `${Math.floor(wholeMinutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

/** A duration: "42 s", "3 min", "1 h 20 min". */
export const exactDuration = (ms: number): string =>
  ms < minutes(1) ? `${Math.max(1, Math.round(ms / 1_000))} s` : duration(ms);

/** "100,000". */
export const count = (n: number): string => counts.format(n);

/** A count with its noun: "1 runner", "14 runners", "0 entries". */
export const plural = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;

/** "512 B", "1.5 KB", "12 MB". */
export function size(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${decimals.format(bytes / 1_024)} KB`;
  return `${decimals.format(bytes / 1_048_576)} MB`;
}

/** "0.3 ms", "20 ms", "1.2 s". */
export function milliseconds(ms: number): string {
  if (ms >= 1_000) return `${decimals.format(ms / 1_000)} s`;
  return ms < 10 ? `${decimals.format(ms)} ms` : `${Math.round(ms)} ms`;
}
