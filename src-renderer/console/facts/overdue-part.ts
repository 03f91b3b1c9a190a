import ClockAlert from '@lucide/icons/icons/clock-alert';
import { consoles as words } from '#shared/text/en/console.ts';
import { shortDay } from '#shared/text/en/moments.ts';
import { days } from '#shared/time.ts';
import { now } from '../../components/text/clock.ts';
import { deadlinePart, type Shown } from './value-parts.ts';

/** The flag "Overdue" for a due date that has passed; null: the date has not passed, or the value is not a date. */
export function overduePart(day: unknown): Shown {
  const due = deadlinePart(day);
  if (due === null || due.at + days(1) > now()) return null;
  return { text: words.overdue(shortDay(due.at, now())), title: `${due.text} (${due.title})`, icon: ClockAlert };
}
