import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
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

interface Step {
  text: string;
  /** The name of the path parameter; null: the text is fixed. */
  parameter: string | null;
}
const stepsByOperation = new Map<string, readonly Step[]>();

function stepsOf(op: string): readonly Step[] {
  const known = stepsByOperation.get(op);
  if (known !== undefined) return known;
  const texts = (endpoints.get(op)?.path ?? '').split('/').slice(1);
  const steps = texts.map((text): Step => ({ text, parameter: /^[:*]/.test(text) ? text.slice(1) : null }));
  stepsByOperation.set(op, steps);
  return steps;
}

/** The path of the endpoint with the values of this write, without what follows `upTo`. */
export function resourcePathOf({ op, path }: Pick<Write, 'op' | 'path'>, upTo?: string): ResourcePath {
  const steps = stepsOf(op);
  const whole = steps.map(({ text, parameter }) =>
    parameter === null ? text : (path[parameter as keyof Write['path']] ?? ''),
  );
  return upTo === undefined ? whole : whole.slice(0, steps.findIndex(({ text }) => text === upTo) + 1);
}

/**
 * The resource as texts: 7 and `'7'` are equal. A path contains the ID or the path of a group or project, and the engine
 * does not know which ID belongs to which path. `own`: the resource, and its form in which any ID or any path is equal.
 * `other`: the form that matches everything in the other spelling.
 */
function spellings(resource: ResourcePath): { own: string[][]; other: string[][] } {
  const texts = resource.map(String);
  const at = texts.findIndex((_, n) => texts[n - 1] === 'groups' || texts[n - 1] === 'projects');
  if (at < 0) return { own: [texts], other: [] };
  const ref = texts[at]?.toLowerCase() ?? '';
  const [mine, others] = /^\d+$/.test(ref) ? ['#number', '#path'] : ['#path', '#number'];
  return { own: [texts.with(at, ref), texts.with(at, mine)], other: [texts.with(at, others)] };
}

/** Whether two writes are about the same resource, as far as their spelling shows. */
export function isSameResource(a: Write, b: Write, operations: Operations): boolean {
  const [one, other] = [a, b].map((write) => spellings(resourcesOf(write, operations)[0] ?? []).own[0] ?? []);
  return isDeepStrictEqual(one, other);
}

/** The values of one resource, and the resources below it by their next step. */
interface Branch<T> {
  steps: Map<string, Branch<T>>;
  /** The last value of the resource itself. */
  own?: T;
  /** The last value of the resource or of one of its parts. */
  part?: T;
}

/**
 * Values by resource. A lookup finds the values of the resource itself, of its parts, and of the resources that contain
 * it.
 */
export function resourceIndex<T>() {
  const root: Branch<T> = { steps: new Map() };
  return {
    note: (resource: ResourcePath, what: T): void => {
      for (const steps of spellings(resource).own) {
        let branch = root;
        for (const step of steps) {
          let next = branch.steps.get(step);
          if (next === undefined) branch.steps.set(step, (next = { steps: new Map() }));
          next.part = what;
          branch = next;
        }
        branch.own = what;
      }
    },
    /** The latest value of each resource that touches this one. */
    touching: (resource: ResourcePath): T[] => {
      const { own, other } = spellings(resource);
      const found: T[] = [];
      for (const steps of [...own.slice(0, 1), ...other]) {
        let branch: Branch<T> | undefined = root;
        for (const step of steps) {
          branch = branch.steps.get(step);
          if (branch === undefined) break;
          if (branch.own !== undefined) found.push(branch.own);
        }
        if (branch?.part !== undefined) found.push(branch.part);
      }
      return found;
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
