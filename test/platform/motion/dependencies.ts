import type { Random } from '../random.ts';
import { addPackage } from '../seed/dependencies.ts';
import { PACKAGES } from '../seed/packages.ts';
import type { World } from '../world/world.ts';
import type { Scene } from './scene.ts';

/** The packages of the seeded projects change, so that a later export differs from an earlier one. */
export function moveDependencies(scene: Scene): void {
  const { world, projects } = scene;
  const random = scene.random('dependencies');
  let round = 0;
  world.timeline.every(
    scene.between(random, 10, 20),
    (atMs) => scene.pause(random, atMs, 25, 45),
    () => {
      for (const { id } of projects) changeDependency(world, random, id, round);
      round += 1;
    },
  );
}

const CHANGES = ['version', 'added', 'removed', 'license'] as const;

/** Changes one package of a project: rounds 0 to 3 change a version, add a package, remove one and change a license. */
export function changeDependency(world: World, random: Random, projectId: number, round: number): void {
  const own = world.dependencies.filter(({ project_id }) => project_id === projectId);
  const names = new Set(own.map(({ name }) => name));
  const known = new Map(PACKAGES.map((one) => [one.name, one]));
  const changeable = own.filter(({ name }) => known.has(name));
  const change = CHANGES[round % CHANGES.length];
  if (change === 'added') {
    const absent = PACKAGES.filter(({ name }) => !names.has(name));
    if (absent.length === 0) return;
    const one = random.pick(absent);
    addPackage(world, projectId, one, random.pick(one.versions));
    return;
  }
  if (changeable.length === 0) return;
  const row = random.pick(changeable);
  if (change === 'removed') world.dependencies.remove(row.id);
  if (change === 'license') row.licenses = row.licenses[0] === 'MIT' ? ['Apache-2.0', 'MIT'] : ['MIT'];
  if (change === 'version') {
    const others = known.get(row.name)?.versions.filter((version) => version !== row.version) ?? [];
    row.version = others.length > 0 ? random.pick(others) : `${row.version}-1`;
  }
}
