import { ONLINE_FOR_MS, STALE_AFTER_MS } from '../world/runners.ts';
import type { Runner } from '../world/runners.ts';
import { MINUTE_MS, shuffled } from './scene.ts';
import type { Scene } from './scene.ts';

/**
 * Among the runners of the instance, and among those of groups and projects: one goes offline, one goes stale, and one
 * that never contacted the platform comes online.
 */
export function moveRunners(scene: Scene): void {
  const { world } = scene;
  const random = scene.random('runners');
  for (const isShared of [true, false]) {
    const runners = shuffled(
      random,
      world.runners.filter(
        (runner) => (runner.runner_type === 'instance_type') === isShared && isSeenByOwner(scene, runner),
      ),
    );
    const one = (status: string) => runners.find((runner) => !runner.paused && world.runners.status(runner) === status);
    const [leaving, silent, coming] = [one('online'), one('offline'), one('never_contacted')];
    if (leaving !== undefined) {
      const lastAt = scene.between(random, 120, 400) - ONLINE_FOR_MS;
      Object.assign(leaving, { contacted_at: lastAt, beat_ms: null } satisfies Partial<Runner>);
    }
    if (silent !== undefined) {
      const lastAt = scene.between(random, 120, 400) - STALE_AFTER_MS;
      Object.assign(silent, { contacted_at: lastAt, beat_ms: null } satisfies Partial<Runner>);
    }
    if (coming !== undefined) {
      world.timeline.at(scene.between(random, 120, 400), (atMs) => {
        const machine = { name: 'build-runner', architecture: 'amd64', platform: 'linux', version: '18.5.2' };
        Object.assign(coming, { contacted_at: atMs, beat_ms: MINUTE_MS, ...machine, revision: random.hex(8) });
      });
    }
  }
}

/** Runners of other owners would not be seen with the token of `owner`. */
function isSeenByOwner({ projects }: Scene, { runner_type, project_ids, description }: Runner) {
  if (runner_type === 'instance_type') return true;
  const other = projects.at(-1)?.id ?? 0;
  return !project_ids.includes(other) && description?.startsWith('globex') !== true;
}
