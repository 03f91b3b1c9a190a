import { hostKey } from '../seed/remote-mirrors.ts';
import type { Random } from '../random.ts';
import type { MirrorUpdate, RemoteMirror } from '../world/remote-mirrors.ts';
import { MINUTE_MS, SECOND_MS, shuffled } from './scene.ts';
import type { Scene } from './scene.ts';

/** Typical lengths of updates in seconds. */
const LENGTHS = [3, 12, 35, 80] as const;
const REFUSED = '13:push to the remote: remote: HTTP Basic: Access denied. The provided password or token is incorrect';
const CHANGED_KEY = '13:get remote references: Host key verification failed.';

/** How a mirror behaves. */
interface Habit {
  random: Random;
  lengthMs: number;
  /** Its own error at a time; undefined: that of its address. */
  errorAt?: (atMs: number) => string | undefined;
}

/**
 * All enabled mirrors are updated again and again. One is stuck in `started`, one recovers after failures, and the host
 * keys of one change after failures.
 */
export function moveMirrors(scene: Scene): void {
  const { world, startMs } = scene;
  const { remoteMirrors } = world;
  const random = scene.random('mirrors');
  const habits = new Map<number, Habit>();
  const habitOf = (mirror: RemoteMirror) => {
    const known = habits.get(mirror.id);
    if (known !== undefined) return known;
    const own = scene.random(`mirror ${mirror.id}`);
    const habit: Habit = { random: own, lengthMs: (LENGTHS[mirror.id % LENGTHS.length] ?? 3) * SECOND_MS };
    habits.set(mirror.id, habit);
    return habit;
  };
  const usual = remoteMirrors.nextCourse;
  remoteMirrors.nextCourse = (mirror, atMs) => {
    const course = usual(mirror, atMs);
    if (world.settings.background !== 'finishes') return course;
    const { random: own, lengthMs, errorAt } = habitOf(mirror);
    return {
      waitsMs: own.integer(1, 6) * SECOND_MS,
      takesMs: Math.round(lengthMs * (0.7 + 0.6 * own.next())),
      error: errorAt?.(atMs) ?? course.error,
    };
  };

  const seeded = new Set(scene.projects.map(({ id }) => id));
  const repeat = (mirror: RemoteMirror, fromMs: number) => {
    const { random: own } = habitOf(mirror);
    // Mirrors of large worlds are updated less often.
    const [from, to] = seeded.has(mirror.project_id) ? [90, 200] : [900, 2700];
    world.timeline.every(
      fromMs + own.integer(5, to) * SECOND_MS,
      () => own.integer(from, to) * SECOND_MS,
      (atMs) => {
        if (remoteMirrors.get(mirror.id) === mirror && mirror.enabled) remoteMirrors.schedule(mirror, { atMs });
      },
    );
  };
  for (const mirror of remoteMirrors.all()) {
    if (mirror.enabled) mirror.updates = [...mirror.updates, recentUpdate(scene, mirror)];
    repeat(mirror, startMs);
  }
  remoteMirrors.onAdd((mirror) => repeat(mirror, world.clock.now()));

  const healthy = shuffled(
    random,
    remoteMirrors.filter(
      (mirror) =>
        mirror.enabled && seeded.has(mirror.project_id) && remoteMirrors.nextCourse(mirror, startMs).error === null,
    ),
  );
  const isOwned = ({ project_id }: RemoteMirror) => project_id !== scene.projects.at(-1)?.id;
  const rekeyed = healthy.find((mirror) => isOwned(mirror) && mirror.auth_method === 'ssh_public_key');
  const others = healthy.filter((mirror) => isOwned(mirror) && mirror !== rekeyed);
  // In the same project if possible, because a client requests it often while an update is under way
  const beside = (mirror: RemoteMirror) =>
    others.find((other) => other !== mirror && other.project_id === mirror.project_id);
  const stuck = others.find((mirror) => beside(mirror) !== undefined) ?? others[0];
  const recovering = stuck === undefined ? undefined : (beside(stuck) ?? others.find((mirror) => mirror !== stuck));
  if (stuck !== undefined) neverEnd(scene, random, stuck);
  if (recovering !== undefined) recover(scene, random, recovering, habitOf(recovering));
  if (rekeyed !== undefined) changeHostKeys(scene, random, rekeyed, habitOf(rekeyed));
}

/** An update of the last hour. Without it, the last update of every mirror would be months old. */
function recentUpdate({ world, startMs, random }: Scene, mirror: RemoteMirror): MirrorUpdate {
  const own = random(`mirror before ${mirror.id}`);
  const { takesMs, error } = world.remoteMirrors.nextCourse(mirror, startMs - 60 * MINUTE_MS);
  const startsAt = startMs - own.integer(10, 50) * MINUTE_MS;
  return { startsAt, endsAt: startsAt + takesMs, error };
}

/** It started some minutes before the start of the platform, and never ends. */
function neverEnd({ startMs }: Scene, random: Random, mirror: RemoteMirror) {
  const startsAt = startMs - random.integer(6 * 60, 8 * 60) * SECOND_MS;
  mirror.updates = [...mirror.updates, { startsAt, endsAt: Number.POSITIVE_INFINITY, error: null }];
}

/** Its updates fail, and succeed from the fourth or fifth minute on. */
function recover(scene: Scene, random: Random, mirror: RemoteMirror, habit: Habit) {
  const { world, startMs } = scene;
  const recoversAt = scene.between(random, 200, 280);
  habit.errorAt = (atMs) => (atMs < recoversAt ? REFUSED : undefined);
  habit.lengthMs = Math.min(habit.lengthMs, 12 * SECOND_MS);
  mirror.updates = [
    ...mirror.updates.slice(0, -1),
    ...[-300, -50, -20].map((minutes, i) => {
      const startsAt = startMs + minutes * MINUTE_MS;
      return { startsAt, endsAt: startsAt + habit.lengthMs, error: i === 0 ? null : REFUSED };
    }),
  ];
  updateAt(scene, mirror, scene.between(random, 30, 50));
  world.timeline.at(recoversAt, () => updateAt(scene, mirror, recoversAt + 5 * SECOND_MS));
}

/** The host gets other keys: updates fail until the keys of the mirror are replaced. */
function changeHostKeys(scene: Scene, random: Random, mirror: RemoteMirror, habit: Habit) {
  const changesAt = scene.between(random, 100, 140);
  const replacedAt = scene.between(random, 300, 400);
  habit.errorAt = (atMs) => (atMs >= changesAt && atMs < replacedAt ? CHANGED_KEY : undefined);
  habit.lengthMs = Math.min(habit.lengthMs, 12 * SECOND_MS);
  updateAt(scene, mirror, changesAt + 20 * SECOND_MS);
  scene.world.timeline.at(replacedAt, () => {
    mirror.host_keys = [hostKey(random, new URL(mirror.url).hostname)];
    updateAt(scene, mirror, replacedAt + 5 * SECOND_MS);
  });
}

/** An update at this time, or as soon as the one that is under way has ended. */
function updateAt({ world }: Pick<Scene, 'world'>, mirror: RemoteMirror, atMs: number) {
  world.timeline.at(atMs, () => {
    const last = mirror.updates.at(-1);
    if (last === undefined || last.endsAt <= atMs) world.remoteMirrors.schedule(mirror, { atMs });
    else if (Number.isFinite(last.endsAt)) updateAt({ world }, mirror, last.endsAt);
  });
}
