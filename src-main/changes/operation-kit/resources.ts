import { randomUUID } from 'node:crypto';
import { endpoints } from '#main/api/endpoints/index.ts';
import type { Clock } from '#main/ports.ts';
import type { Write } from './write.ts';
import { minutes } from '#shared/time.ts';

/**
 * A resource that a write reads or changes, as steps from the whole to the part: `['projects', 7, 'repository',
 * 'branches', 'main']`. Two writes touch the same resource if one is the other or a part of it.
 */
export type Thing = readonly (string | number)[];

type Operations = Readonly<Partial<Record<string, { things?: (write: Write) => readonly Thing[] }>>>;

/** The resources that a write touches; several if more than one name identifies the resource. */
export function thingsOf(write: Write, operations: Operations): readonly Thing[] {
  return operations[write.op]?.things?.(write) ?? [addressOf(write)];
}

/** The path of the endpoint with the values of this write, without what follows `upTo`. */
export function addressOf({ op, path }: Pick<Write, 'op' | 'path'>, upTo?: string): Thing {
  const steps = (endpoints.get(op)?.path ?? '').split('/').slice(1);
  const whole = steps.map((step) => (/^[:*]/.test(step) ? (path[step.slice(1) as keyof Write['path']] ?? '') : step));
  return upTo === undefined ? whole : whole.slice(0, steps.indexOf(upTo) + 1);
}

/** Numbers and texts are equal: 7 and `'7'`. */
const keyOf = (steps: Thing): string => JSON.stringify(steps.map(String));

/**
 * A group or a project is named by its id or by its path, and which id belongs to which path is not known here. `own`:
 * the keys of this spelling; `other`: keys that find everything in the other spelling.
 */
function spellings(thing: Thing): { own: string[]; other: string[] } {
  const at = thing.findIndex((_, n) => ['groups', 'projects'].includes(String(thing[n - 1])));
  const ref = String(thing[at] ?? '').toLowerCase();
  if (at < 0) return { own: [keyOf(thing)], other: [] };
  const [mine, others] = /^\d+$/.test(ref) ? ['#number', '#path'] : ['#path', '#number'];
  return { own: [ref, mine].map((one) => keyOf(thing.with(at, one))), other: [keyOf(thing.with(at, others))] };
}

/** Whether two writes are about the same resource, as far as their spelling shows. */
export function isSameThing(a: Write, b: Write, operations: Operations): boolean {
  const [one, other] = [a, b].map((write) => spellings(thingsOf(write, operations)[0] ?? []).own[0]);
  return one === other;
}

/**
 * Values stored per resource. A value is found by the same resource, by a part of it, and by a resource that it is a
 * part of.
 */
export function thingIndex<T>() {
  const exact = new Map<string, T>();
  const parts = new Map<string, T>();
  const prefixes = (thing: Thing): Thing[] => thing.map((_, n) => thing.slice(0, n + 1));
  return {
    note: (thing: Thing, what: T): void => {
      for (const key of spellings(thing).own) exact.set(key, what);
      for (const whole of prefixes(thing)) for (const key of spellings(whole).own) parts.set(key, what);
    },
    /** The latest value of each resource that touches this one. */
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

/** Longer than any known state counts as recent. */
const keptMs = minutes(10);

interface Noted {
  turn: number;
  at: number;
}
/** A position in the sequence of writes of one run of Reeve, independent of the clock. */
export interface Moment {
  run: string;
  turn: number;
}

/**
 * The recent writes of all plans in this run of Reeve. A state that was read before one of these writes may be out of
 * date, however recent it is.
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
    /** A write to these resources is about to be sent, or has ended. */
    note: (instance: string, things: readonly Thing[]): void => {
      if (clock.monotonic() - turnedAt > keptMs) {
        [former, recent, turnedAt] = [recent, thingIndex<Noted>(), clock.monotonic()];
      }
      turn += 1;
      for (const thing of things) recent.note(on(instance, thing), { turn, at: clock.now() });
    },
    /**
     * Whether one of these resources was, or may have been, written after that position. The writes of earlier runs are
     * not known.
     */
    isOvertaken: (instance: string, things: readonly Thing[], since: Moment | undefined): boolean =>
      since?.run !== run || noted(instance, things).some((one) => one.turn > since.turn),
    /** The same for a cached copy, of which only the time is known. */
    isOlder: (instance: string, things: readonly Thing[], fetchedAt: number): boolean =>
      fetchedAt < startedAt || noted(instance, things).some(({ at }) => fetchedAt < at),
  };
}
export type WrittenThings = ReturnType<typeof writtenThings>;
