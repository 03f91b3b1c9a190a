import type { LucideIconData } from '@lucide/icons';
import { consoles as words } from '#shared/text/en/console.ts';
import { ago, deadline, duration, fullMoment } from '#shared/text/en/moments.ts';
import { fromIso, seconds, toIso } from '#shared/time.ts';
import { now } from '../../components/text/clock.ts';
import { plain, wordOf } from '../values.ts';

/**
 * How a value is shown, in a cell and in the side panel. `moment`: the age of an ISO instant. `day`: a date without a
 * time. `deadline`: an ISO instant or day, with the remaining days. `flag`: yes or no; `warn`: yes is highlighted.
 * `list`: strings; `chips`: strings that are chips in a cell. `seconds`: a duration. `person`: a name in its cell, with
 * the picture and the username. `custom`: rendered by the `cell` (or `value`) snippet of the page.
 */
export type ValueFormat =
  | 'text'
  | 'mono'
  | 'number'
  | 'moment'
  | 'day'
  | 'deadline'
  | 'flag'
  | 'warn'
  | 'list'
  | 'chips'
  | 'person'
  | 'seconds'
  | 'custom';

type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'muted';

/** A part of a cell or of a value in the side panel: a text, and how it is shown. */
export interface ValuePart {
  text: string;
  title?: string | null | undefined;
  /** A dot before the text; hollow if `isHollow`. */
  dot?: Tone;
  isHollow?: boolean;
  /** The text is in a chip of this tone. */
  chip?: Tone | 'accent';
  /** The text is a warning with this icon; `isIconLast`: after the text. */
  icon?: LucideIconData;
  isIconLast?: boolean;
  /** Shared style classes, or `spaced`. Default: `cell-text`. */
  look?: string;
  /** The ISO instant or day whose age is the text. */
  datetime?: string;
  /** The path of the page that the text links to. */
  path?: string;
  /** A second, smaller text in the link. */
  more?: string;
}

/** What replaces the default display of a value; null or undefined: the default display. */
export type Shown = ValuePart | readonly ValuePart[] | null | undefined;

/** The dots of the states of a resource: the tone of each dot, and whether it is hollow. */
export type Dots = Readonly<Partial<Record<string, readonly [tone: Tone, isHollow?: boolean]>>>;

/** A state in words, with its dot. A state that Reeve doesn't know is shown unchanged. */
export function statePart(state: string, dots: Dots, labels: Readonly<Partial<Record<string, string>>>): ValuePart {
  const [dot, isHollow = false] = (Object.hasOwn(dots, state) ? dots[state] : undefined) ?? ['muted'];
  return { dot, isHollow, text: wordOf(labels, state), title: state };
}

/** A missing value: a dash. `title`: the tooltip, which says why. */
export function absentPart(title?: string): ValuePart {
  return { text: words.none, look: 'subtle', title };
}

/** The age of a moment. */
export function agePart(at: number): ValuePart {
  return { text: ago(at, now()), title: fullMoment(at), datetime: toIso(at), look: '' };
}

/** An ISO instant or day, shown as a deadline. `at`: milliseconds since 1970. Null: the value is neither. */
export function deadlinePart(sent: unknown): (ValuePart & { at: number }) | null {
  if (typeof sent !== 'string') return null;
  // A day is read in the local time zone, so that the shown date is the date that the platform sent
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(sent);
  const at = fromIso(isDay ? `${sent}T00:00` : sent);
  return at === null ? null : { at, text: deadline(at, now()), title: isDay ? sent : fullMoment(at), datetime: sent };
}

/** A value in its format, and the exact value. Null: the format does not apply, so show the value as plain text. */
export function inFormat(value: unknown, format: ValueFormat | undefined): { text: string; exact: string } | null {
  const end = format === 'deadline' ? deadlinePart(value) : null;
  if (end !== null) return { text: end.text, exact: end.title ?? '' };
  const at = typeof value === 'string' ? fromIso(value) : null;
  if (format === 'moment' && at !== null) return { text: ago(at, now()), exact: fullMoment(at) };
  if (format === 'day' && at !== null) return { text: words.day(at, now()), exact: plain(value) };
  if (typeof value !== 'number') return null;
  if (format === 'seconds') return { text: duration(seconds(value)), exact: words.seconds(value) };
  return format === 'number' ? { text: words.number(value), exact: plain(value) } : null;
}
