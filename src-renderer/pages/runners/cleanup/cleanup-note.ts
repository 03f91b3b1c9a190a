import { isLonger } from '#shared/contract/kit.ts';
import { maxMaintenanceNote } from '#shared/contract/runners.ts';
import { runners } from '#shared/text/en/runners.ts';
import { days, hasAge, toIso } from '#shared/time.ts';

/** The parts of a note. */
export interface NoteParts {
  template: string;
  /** Append to the existing note instead of replacing it. */
  keepsOld: boolean;
  now: number;
}

/**
 * The maintenance note of a runner that is paused: `{date}` is today, `{contact}` the day of its last contact, `{days}`
 * the days since. Null: the note stays unchanged, because the template is empty or the result would be too long.
 */
export function noteFor(
  { contactedAt, note }: { contactedAt: number | null; note: string | null },
  { template, keepsOld, now }: NoteParts,
): { note: string | null; isTooLong: boolean } {
  const text = template
    .trim()
    .replaceAll('{date}', dayOf(now))
    .replaceAll('{contact}', contactedAt === null ? runners.cleanup.neverContact : dayOf(contactedAt))
    .replaceAll(
      '{days}',
      contactedAt === null || !hasAge(contactedAt) ? '–' : String(Math.floor((now - contactedAt) / days(1))),
    );
  if (text === '') return { note: null, isTooLong: false };
  const old = keepsOld ? (note?.trim() ?? '') : '';
  const whole = old === '' ? text : `${old}\n\n${text}`;
  return isLonger(whole, maxMaintenanceNote) ? { note: null, isTooLong: true } : { note: whole, isTooLong: false };
}

function dayOf(atMs: number): string {
  return toIso(atMs).slice(0, 10);
}
