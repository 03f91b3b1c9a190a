/** The value of a field whose text is not a valid day. No schema accepts this value, so it is never sent. */
export const noDay = 'no day';

/**
 * Reads a typed day: returns `2026-11-28`, with `hasTime` `2026-11-28T14:30`. Returns '' for an empty text, and `noDay`
 * if the text is not a day or the day does not exist.
 */
export function readDay(text: string, hasTime = false): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?$/.exec(trimmed);
  const [, day = '', time] = parts ?? [];
  const at = new Date(`${day}T${time ?? '00:00'}Z`);
  const isReal = (time !== undefined) === hasTime && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  if (parts === null || !isReal) return noDay;
  return time === undefined ? day : `${day}T${time}`;
}

/** The day of a moment in the local time zone: `2026-11-28`. */
export function isoDay(moment: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** A moment as the input for a day with a time has it: `2026-11-28T17:06`, in the local time zone. */
export function localMinute(at: number): string {
  const moment = new Date(at);
  return `${isoDay(moment)}T${moment.toTimeString().slice(0, 5)}`;
}
