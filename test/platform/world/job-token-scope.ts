import type { Groups } from './groups.ts';
import type { Project, Projects } from './projects.ts';

/** Which job tokens can access a project. */
export interface JobTokenScope {
  /** The setting of the project. The instance may enforce it (document 1:46). */
  isInboundEnabled: boolean;
  isOutboundEnabled: boolean;
  /** Ids, in the order in which they were added. */
  readonly projects: Set<number>;
  readonly groups: Set<number>;
}

export interface JobTokenScopes {
  of(project: Project): JobTokenScope;
  isInboundEnabled(project: Project): boolean;
  /** Whether a job of one project may use its token for another one. */
  lets(jobProject: Project, target: Project): boolean;
}

export function createJobTokenScopes(projects: Projects, groups: Groups, isEnforced: () => boolean): JobTokenScopes {
  const scopes = new Map<number, JobTokenScope>();
  projects.onRemove(({ id }) => {
    scopes.delete(id);
    for (const scope of scopes.values()) scope.projects.delete(id);
  });
  groups.onRemove(({ id }) => {
    for (const scope of scopes.values()) scope.groups.delete(id);
  });
  const of = ({ id }: Project) => {
    const known = scopes.get(id);
    if (known !== undefined) return known;
    const scope = {
      isInboundEnabled: true,
      isOutboundEnabled: false,
      projects: new Set<number>(),
      groups: new Set<number>(),
    };
    scopes.set(id, scope);
    return scope;
  };
  const isInboundEnabled = (project: Project) => isEnforced() || of(project).isInboundEnabled;
  return {
    of,
    isInboundEnabled,
    lets(jobProject, target) {
      if (jobProject.id === target.id || !isInboundEnabled(target)) return true;
      const scope = of(target);
      return (
        scope.projects.has(jobProject.id) || projects.groupsOf(jobProject).some((group) => scope.groups.has(group.id))
      );
    },
  };
}
