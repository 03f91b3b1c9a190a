import { randomUUID } from 'node:crypto';
import { endpoints } from '#main/api/endpoints/index.ts';
import type { Clock } from '#main/ports.ts';
import type { Write } from './write.ts';
import { minutes } from '#shared/time.ts';

/**
 * A resource that a write reads or changes, as steps from the whole to the part: `['projects', 7, 'repository',
 * 'branches', 'main']`. Two writes touch the same resource if their resources are equal, or if one is a part of the
 * other.
 */
export type ResourcePath = readonly (string | number)[];

type Operations = Readonly<Partial<Record<string, { resources?: (write: Write) => readonly ResourcePath[] }>>>;

/** The resources that a write touches; several if more than one name identifies the resource. */
export function resourcesOf(write: Write, operations: Operations): readonly ResourcePath[] {
  return operations[write.op]?.resources?.(write) ?? [resourcePathOf(write)];
}

/** The path of the endpoint with the values of this write, without what follows `upTo`. */
export function resourcePathOf({ op, path }: Pick<Write, 'op' | 'path'>, upTo?: string): ResourcePath {
  const steps = (endpoints.get(op)?.path ?? '').split('/').slice(1);
  const whole = steps.map((step) => (/^[:*]/.test(step) ? (path[step.slice(1) as keyof Write['path']] ?? '') : step));
  return upTo === undefined ? whole : whole.slice(0, steps.indexOf(upTo) + 1);
}

/** Numbers and texts are equal: 7 and `'7'`. */
const keyOf = (steps: ResourcePath): string => JSON.stringify(steps.map(String));

/**
 * A path contains the ID or the path of a group or project, and the engine does not know which ID belongs to which
 * path. `own`: the keys of this form. `other`: keys that match everything in the other form.
 */
function spellings(resource: ResourcePath): { own: string[]; other: string[] } {
  const at = resource.findIndex((_, n) => ['groups', 'projects'].includes(String(resource[n - 1])));
  const ref = String(resource[at] ?? '').toLowerCase();
  if (at < 0) return { own: [keyOf(resource)], other: [] };
  const [mine, others] = /^\d+$/.test(ref) ? ['#number', '#path'] : ['#path', '#number'];
  return { own: [ref, mine].map((one) => keyOf(resource.with(at, one))), other: [keyOf(resource.with(at, others))] };
}

/** Whether two writes are about the same resource, as far as their spelling shows. */
export function isSameResource(a: Write, b: Write, operations: Operations): boolean {
  const [one, other] = [a, b].map((write) => spellings(resourcesOf(write, operations)[0] ?? []).own[0]);
  return one === other;
}

/**
 * Values by resource. A lookup finds the values of the resource itself, of its parts, and of the resources that contain
 * it.
 */
export function resourceIndex<T>() {
  const exact = new Map<string, T>();
  const parts = new Map<string, T>();
  const prefixes = (resource: ResourcePath): ResourcePath[] => resource.map((_, n) => resource.slice(0, n + 1));
  return {
    note: (resource: ResourcePath, what: T): void => {
      for (const key of spellings(resource).own) exact.set(key, what);
      for (const whole of prefixes(resource)) for (const key of spellings(whole).own) parts.set(key, what);
    },
    /** The latest value of each resource that touches this one. */
    touching: (resource: ResourcePath): T[] => {
      const keysOf = (one: ResourcePath): string[] => {
        const { own, other } = spellings(one);
        return [...own.slice(0, 1), ...other];
      };
      const asParts = keysOf(resource).map((key) => parts.get(key));
      const asWholes = prefixes(resource).flatMap((whole) => keysOf(whole).map((key) => exact.get(key)));
      return [...asParts, ...asWholes].filter((one) => one !== undefined);
    },
  };
}

/** Longer than the maximum age of a state, so that writes of the last ten minutes are always known. */
const rotateAfterMs = minutes(10);

interface RecentWrite {
  turn: number;
  at: number;
}
/** A position in the sequence of writes of one run of Reeve, independent of the clock. */
export interface WriteMoment {
  run: string;
  turn: number;
}

/**
 * The recent writes of all plans in this run of Reeve. A state that was read before one of these writes may be out of
 * date, however recent it is.
 */
export function recentWrites(clock: Pick<Clock, 'now' | 'monotonic'>) {
  const run = randomUUID();
  const startedAt = clock.now();
  let turn = 0;
  let recent = resourceIndex<RecentWrite>();
  let older = resourceIndex<RecentWrite>();
  let rotatedAt = clock.monotonic();
  const onInstance = (instance: string, resource: ResourcePath): ResourcePath => [instance, ...resource];
  const writesTo = (instance: string, resources: readonly ResourcePath[]): RecentWrite[] =>
    resources.flatMap((resource) => [recent, older].flatMap((index) => index.touching(onInstance(instance, resource))));

  return {
    moment: (): WriteMoment => ({ run, turn }),
    /** A write to these resources is about to be sent, or has ended. */
    note: (instance: string, resources: readonly ResourcePath[]): void => {
      if (clock.monotonic() - rotatedAt > rotateAfterMs) {
        [older, recent, rotatedAt] = [recent, resourceIndex<RecentWrite>(), clock.monotonic()];
      }
      turn += 1;
      for (const resource of resources) recent.note(onInstance(instance, resource), { turn, at: clock.now() });
    },
    /**
     * Whether one of these resources was, or may have been, written after that position. The writes of earlier runs are
     * not known.
     */
    isWrittenSince: (instance: string, resources: readonly ResourcePath[], since: WriteMoment | undefined): boolean =>
      since?.run !== run || writesTo(instance, resources).some((one) => one.turn > since.turn),
    /** The same for a cached copy, of which only the time is known. */
    isWrittenAfter: (instance: string, resources: readonly ResourcePath[], fetchedAt: number): boolean =>
      fetchedAt < startedAt || writesTo(instance, resources).some(({ at }) => fetchedAt < at),
  };
}
export type RecentWrites = ReturnType<typeof recentWrites>;
