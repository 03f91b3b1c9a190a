import type { Issuable } from './issuables.ts';
import type { Projects } from './projects.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

export const ISSUE_TYPES = ['issue', 'incident', 'test_case', 'task'] as const;
export const HEALTH_STATUSES = ['on_track', 'needs_attention', 'at_risk'] as const;

export interface Issue extends Issuable {
  state: 'opened' | 'closed';
  /** `requirement` is a type of real installations only. */
  issue_type: (typeof ISSUE_TYPES)[number] | 'requirement';
  severity: 'UNKNOWN' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
  /** Midnight UTC. */
  due_date: number | null;
  start_date: number | null;
  confidential: boolean;
  weight: number | null;
  epic_id: number | null;
  iteration_id: number | null;
  health_status: (typeof HEALTH_STATUSES)[number] | null;
  /** Position on a board; null without one. */
  relative_position: number | null;
  moved_to_id: number | null;
  /** The issue of which it is a duplicate. */
  duplicate_of_id: number | null;
  /** Merge requests that close it. */
  merge_request_ids: readonly number[];
}

export interface Issues extends Table<Issue> {
  byIid(projectId: number, iid: number): Issue | undefined;
}

export function createIssues(projects: Projects): Issues {
  const table = createTable<Issue>();
  projects.onRemove((project) => table.removeWhere((issue) => issue.project_id === project.id));
  return Object.assign(table, {
    byIid: (projectId: number, iid: number) =>
      table.find((issue) => issue.project_id === projectId && issue.iid === iid),
  });
}
