import type { AllowlistEntry } from '#shared/contract/job-token-reach.ts';
import type { WriteCall } from '../../../stores/plans/writes.ts';

/** A project or group to add to or remove from an allowlist. `label`: its path, or its ID. */
export interface Target {
  kind: AllowlistEntry['kind'];
  id: number;
  label: string;
}

type Entry = Pick<Target, 'kind' | 'id'>;

/** A project whose allowlist is changed. `ref`: the path parameter `:id`. `id` null: not known. */
export interface ChangedProject {
  ref: number | string;
  id: number | null;
}

/** The request that adds one entry. */
export function addCall({ ref }: Pick<ChangedProject, 'ref'>, { kind, id }: Entry): WriteCall {
  return kind === 'project'
    ? { op: 'job-token-scope.addProject', path: { id: ref }, body: { target_project_id: id } }
    : { op: 'job-token-scope.addGroup', path: { id: ref }, body: { target_group_id: id } };
}

/** The request that removes one entry. */
export function removeCall({ ref }: Pick<ChangedProject, 'ref'>, { kind, id }: Entry): WriteCall {
  return kind === 'project'
    ? { op: 'job-token-scope.removeProject', path: { id: ref, target_project_id: id } }
    : { op: 'job-token-scope.removeGroup', path: { id: ref, target_group_id: id } };
}

/**
 * The requests for the same additions and removals in several projects, project by project. A project itself is left out
 * of the allowlist of that project, because it always accepts its own job tokens (document 1:61).
 */
export function callsFor(
  projects: readonly ChangedProject[],
  { add, remove }: { add: readonly Target[]; remove: readonly Target[] },
): WriteCall[] {
  const isOther = (project: ChangedProject, { kind, id }: Target): boolean => kind === 'group' || id !== project.id;
  return projects.flatMap((project) => [
    ...add.filter((target) => isOther(project, target)).map((target) => addCall(project, target)),
    ...remove.filter((target) => isOther(project, target)).map((target) => removeCall(project, target)),
  ]);
}

/** `projects`: the number of projects that these requests change. `removes`: whether they remove any entry. */
export function effectOf(calls: readonly WriteCall[]): { projects: number; removes: boolean } {
  return {
    projects: new Set(calls.map(({ path }) => path?.['id'])).size,
    removes: calls.some(({ op }) => op === 'job-token-scope.removeProject' || op === 'job-token-scope.removeGroup'),
  };
}
