import { randomUUID } from 'node:crypto';
import { endpoints } from '#main/api/endpoints.ts';
import type { Clock } from '#main/ports.ts';
import type { StoredWrite as Write } from '#main/state/plans.ts';
import { minutes } from '#shared/time.ts';

/**
 * What a write reads and changes, from the whole to its part: `['projects', 7, 'repository', 'branches', 'main']`. Two
 * writes touch the same if the one is the other, or a part of it.
 */
export type Thing = readonly (string | number)[];

type Subjects = Readonly<Record<string, { things?: (write: Write) => readonly Thing[] }>>;

/** What a write touches; several where more than one name identifies it. */
export function thingsOf(write: Write, subjects: Subjects): readonly Thing[] {
  return subjects[write.op]?.things?.(write) ?? [addressOf(write)];
}

/** The path of the endpoint with the values of this write, without what follows `upTo`. */
export function addressOf({ op, path }: Pick<Write, 'op' | 'path'>, upTo?: string): Thing {
  const steps = (endpoints.get(op)?.path ?? '').split('/').slice(1);
  const whole = steps.map((step) => (/^[:*]/.test(step) ? (path[step.slice(1)] ?? '') : step));
  return upTo === undefined ? whole : whole.slice(0, steps.indexOf(upTo) + 1);
}

/** 7 is `'7'`. */
const keyOf = (steps: Thing): string => JSON.stringify(steps.map(String));

/**
 * A group or a project is named by its number or by its path, and which number a path has is not known here. `own`: what
 * this spelling is found by; `other`: finds everything that is spelt the other way.
 */
function spellings(thing: Thing): { own: string[]; other: string[] } {
  const at = thing.findIndex((_, n) => ['groups', 'projects'].includes(String(thing[n - 1])));
  const ref = String(thing[at] ?? '').toLowerCase();
  if (at < 0) return { own: [keyOf(thing)], other: [] };
  const [mine, others] = /^\d+$/.test(ref) ? ['#number', '#path'] : ['#path', '#number'];
  return { own: [ref, mine].map((one) => keyOf(thing.with(at, one))), other: [keyOf(thing.with(at, others))] };
}

/** Whether two writes are about the very same thing, as far as their spelling tells. */
export function isSameThing(a: Write, b: Write, subjects: Subjects): boolean {
  const [one, other] = [a, b].map((write) => spellings(thingsOf(write, subjects)[0] ?? []).own[0]);
  return one === other;
}

/** Things with something noted of each; found by what is the same, by a part of it, and by what it is a part of. */
export function thingIndex<T>() {
  const exact = new Map<string, T>();
  const parts = new Map<string, T>();
  const prefixes = (thing: Thing): Thing[] => thing.map((_, n) => thing.slice(0, n + 1));
  return {
    note: (thing: Thing, what: T): void => {
      for (const key of spellings(thing).own) exact.set(key, what);
      for (const whole of prefixes(thing)) for (const key of spellings(whole).own) parts.set(key, what);
    },
    /** What was noted of everything that touches it, the last of each. */
    touching: (thing: Thing): T[] => {
      const keysOf = (one: Thing): string[] => {
        const { own, other } = spellings(one);
        return [...own.slice(0, 1), ...other];
      };
      const asParts = keysOf(thing).map((key) => parts.get(key));
      const asWholes = prefixes(thing).flatMap((whole) => keysOf(whole).map((key) => exact.get(key)));
      return [...asParts, ...asWholes].filter((one) => one !== undefined);
    },
  };
}

/** Longer than anything that was read is relied on. */
const keptMs = minutes(10);

interface Noted {
  turn: number;
  at: number;
}
/** A point between the writes of one run of Reeve, whatever happens to the clock. */
export interface Moment {
  run: string;
  turn: number;
}

/**
 * What was written lately, by every plan of this run of Reeve. What was read before one of these writes may be otherwise
 * now, however young it is.
 */
export function writtenThings(clock: Pick<Clock, 'now' | 'monotonic'>) {
  const run = randomUUID();
  const startedAt = clock.now();
  let turn = 0;
  let recent = thingIndex<Noted>();
  let former = thingIndex<Noted>();
  let turnedAt = clock.monotonic();
  const on = (instance: string, thing: Thing): Thing => [instance, ...thing];
  const noted = (instance: string, things: readonly Thing[]): Noted[] =>
    things.flatMap((thing) => [recent, former].flatMap((index) => index.touching(on(instance, thing))));

  return {
    moment: (): Moment => ({ run, turn }),
    /** A write to these leaves, or came to its end. */
    note: (instance: string, things: readonly Thing[]): void => {
      if (clock.monotonic() - turnedAt > keptMs) {
        [former, recent, turnedAt] = [recent, thingIndex<Noted>(), clock.monotonic()];
      }
      turn += 1;
      for (const thing of things) recent.note(on(instance, thing), { turn, at: clock.now() });
    },
    /** Whether something of it was written after that moment, or may have been: nothing is known of an earlier run. */
    isOvertaken: (instance: string, things: readonly Thing[], since: Moment | undefined): boolean =>
      since?.run !== run || noted(instance, things).some((one) => one.turn > since.turn),
    /** The same for a copy, of which only the time is known. */
    isOlder: (instance: string, things: readonly Thing[], fetchedAt: number): boolean =>
      fetchedAt < startedAt || noted(instance, things).some(({ at }) => fetchedAt < at),
  };
}
export type WrittenThings = ReturnType<typeof writtenThings>;
