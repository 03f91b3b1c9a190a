import type { Random } from '../random.ts';
import type { Cast } from '../seed/cast.ts';
import { PROJECT_PATHS } from '../seed/groups.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;

/** The input of each file of this folder. */
export interface Scene {
  world: World;
  cast: Cast;
  /** The time at which the platform started. Every kind of event happens in the ten minutes after it. */
  startMs: number;
  /** The seeded projects in groups. */
  projects: readonly Project[];
  /** An independent stream for each name. */
  random: (name: string) => Random;
  /** A whole second between two times after the start, in milliseconds since 1970. */
  between: (random: Random, fromS: number, toS: number) => number;
  /** Time until the next event: some seconds, and longer after the first quarter of an hour. */
  pause: (random: Random, atMs: number, fromS: number, toS: number) => number;
}

/** After the first quarter of an hour, the pauses between events are four times as long. */
const FREQUENT_MS = 15 * MINUTE_MS;
const LATER = 4;

export function createScene(world: World, cast: Cast): Scene {
  const startMs = world.clock.now();
  const paths = [PROJECT_PATHS.private, PROJECT_PATHS.public, PROJECT_PATHS.sub, PROJECT_PATHS.other];
  return {
    world,
    cast,
    startMs,
    projects: paths.flatMap((path) => world.projects.lookup(path) ?? []),
    random: (name) => world.random(`motion ${name}`),
    between: (random, fromS, toS) => startMs + random.integer(fromS, toS) * SECOND_MS,
    pause: (random, atMs, fromS, toS) =>
      random.integer(fromS, toS) * SECOND_MS * (atMs < startMs + FREQUENT_MS ? 1 : LATER),
  };
}

/** The same elements in another order. */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((one) => ({ one, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
}
