/** The value of an input whose text is not a day. No schema accepts it, so it is not sent. */
export const noDay = 'no day';

/**
 * The value of a typed day: `2026-11-28`, or `2026-11-28T14:30` with a time of day. '' for no text, `noDay` for a day that
 * does not exist and for any other text.
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

/** The local day of a moment: `2026-11-28`. */
export function isoDay(moment: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
