import type { WatchMode, WatchStatus } from '#shared/contract/watches.ts';
import { count, plural } from './moments.ts';
import { interval } from './check-times.ts';
import { labels } from './collections.ts';

/** Words about watches: what Reeve checks at intervals. */
export const watches = {
  tab: 'Watches',
  offline: 'Offline: checks continue when the instance answers.',
  /** The name of a kind that is no collection, made from its stored name. */
  kind: (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_.]/g, ' '),
  mode: 'How often',
  modes: { off: 'Off', saver: 'Saver', normal: 'Normal', eager: 'Eager' } satisfies Record<WatchMode, string>,
  modeWhat: {
    off: 'Nothing is checked automatically, except exports and imports that are under way.',
    saver: 'Intervals are three times as long.',
    normal: 'Default intervals.',
    eager: 'Intervals are half as long.',
  } satisfies Record<WatchMode, string>,
  background: 'Also while no window shows this instance',
  used: (used: number, allowed: number) =>
    `${count(used)} of ${count(Math.floor(allowed))} requests in the last minute`,
  usedWhat: (limit: number | null) =>
    limit === null
      ? 'This instance doesn’t report a rate limit, so the number of checks per minute is fixed.'
      : `Watches use at most 29% of the rate limit of ${count(Math.round(limit))} requests per minute.`,
  settings: 'Automatic checks',
  change: 'Change intervals',
  perDay: (n: number, most: number) =>
    `About ${count(Math.round(n))} requests a day on this instance, plus requests for items that are under way. The limit is ${count(most)} requests a day.`,
  /** The requests of a day by kind, largest number first. */
  parts: (kinds: readonly { name: string; perDay: number }[]) =>
    kinds
      .filter(({ perDay }) => perDay >= 0.5)
      .sort((a, b) => b.perDay - a.perDay)
      .map(({ name, perDay }) => `${name} ${count(Math.round(perDay))}`)
      .join(' · '),
  lengthened: 'Intervals are longer than set, especially for places where nothing has changed for two days.',
  slowed: (time: string) => `The rate limit was exceeded, so intervals are doubled until ${time}.`,
  pauses: {
    off: 'Automatic checks are off.',
    offline: 'Paused: the instance can’t be reached, or rejects the token.',
    'not-shown': 'Paused: no window shows this instance.',
    setup: 'Lists are checked after the setup.',
    suspended: 'Paused while the computer sleeps.',
  } satisfies Record<NonNullable<WatchStatus['pause']>, string>,
  none: 'Nothing is watched yet.',
  noneWhat: 'Reeve checks the lists of known groups and projects.',
  caption: 'What Reeve checks automatically, by kind',
  columns: {
    ...labels('places', 'interval', 'problems', 'actions'),
    kind: 'What',
    last: 'Last check',
    lastWhat: 'The most recent check of any place',
    next: 'Next check',
    nextWhat: 'The earliest next check of any place',
  },
  /** The longest interval in use, if it is longer than the interval that was set. */
  effective: (ms: number) => `now up to ${interval(ms)}`,
  fast: (n: number, ms: number) => `${count(n)} under way, every ${interval(ms)}`,
  every: (ms: number) => interval(ms),
  byDefault: (ms: number) => `${interval(ms)} (default)`,
  nightly: 'every night (default)',
  intervalOf: (kind: string) => `Interval for ${kind}`,
  failed: (n: number) => `${count(n)} failed`,
  refused: (n: number) => `${count(n)} not visible to this token`,
  runNow: 'Check now',
  runNowOf: (what: string) => `Check now: ${what}`,
  retryAll: (n: number) => `Retry ${plural(n, 'failed check')}`,
  started: (n: number) => plural(n, 'check starts', 'checks start'),
  pause: 'Pause for 1 hour',
  pauseOf: (what: string) => `Pause for 1 hour: ${what}`,
  continueOf: (what: string) => `Continue: ${what}`,
  pausedUntil: (time: string) => `Paused until ${time}`,
  places: (n: number, kind: string) => `${kind}: ${plural(n, 'place')}`,
  back: 'All kinds',
  instance: 'Whole instance',
  running: 'Checking…',
  neverChecked: 'Not checked yet',
  soon: 'now',
  outcomes: { ok: 'OK', refused: 'Not visible', failed: 'Failed' },
  streak: (n: number) => (n === 1 ? '' : `${n} times in a row`),
  more: (n: number) => `and ${count(n)} more`,
};
