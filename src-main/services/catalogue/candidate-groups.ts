import type { CatalogueRow } from '#main/state/catalogue.ts';

/** A path above known projects that may be a group. */
export interface Candidate {
  path: string;
  /** The number of known projects below it. */
  projects: number;
  /** The newest known activity below it; 0: unknown. */
  activeAt: number;
}

/** The newest known activity of a project; 0: unknown. `activity`: by path or id. */
export const activityOf = (activity: ReadonlyMap<string, number>, { id, path }: Pick<CatalogueRow, 'id' | 'path'>) =>
  activity.get(path?.toLowerCase() ?? '') ?? activity.get(String(id)) ?? 0;

/**
 * All paths above these projects, the most promising first: those with the most projects, then those with the newest
 * activity. A path above a project is a group or the personal namespace of a user. `activity`: by path or id.
 */
export function candidateGroups(
  projects: readonly Pick<CatalogueRow, 'id' | 'path'>[],
  activity: ReadonlyMap<string, number>,
): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const project of projects) {
    const { path } = project;
    if (path === null) continue;
    const activeAt = activityOf(activity, project);
    const names = path.split('/');
    for (let end = names.length - 1; end > 0; end -= 1) {
      const above = names.slice(0, end).join('/');
      const candidate = found.get(above.toLowerCase()) ?? { path: above, projects: 0, activeAt: 0 };
      candidate.projects += 1;
      candidate.activeAt = Math.max(candidate.activeAt, activeAt);
      found.set(above.toLowerCase(), candidate);
    }
  }
  return [...found.values()].sort((a, b) => b.projects - a.projects || b.activeAt - a.activeAt);
}
