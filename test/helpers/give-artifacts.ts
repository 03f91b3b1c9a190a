import type { Platform } from '../platform/platform.ts';

/** Let every job have artifacts that have not expired. */
export function giveArtifacts({ world }: Platform): void {
  const artifacts = world.jobs.all().find((job) => job.artifacts !== null)?.artifacts ?? null;
  for (const job of world.jobs.all()) job.artifacts ??= artifacts;
}
