import type { Projects } from './projects.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

export type PipelineStatus = 'created' | 'running' | 'success' | 'failed' | 'canceled' | 'skipped';

export interface Pipeline {
  readonly id: number;
  iid: number;
  project_id: number;
  /** A branch, a tag, or `refs/merge-requests/:iid/head`. */
  ref: string;
  tag: boolean;
  sha: string;
  status: PipelineStatus;
  source: 'push' | 'merge_request_event' | 'schedule' | 'web' | 'parent_pipeline';
  user_id: number;
  /** The parent pipeline; null without one. */
  parent_id: number | null;
  created_at: number;
  updated_at: number;
}

export interface Pipelines extends Table<Pipeline> {
  /** The newest pipeline of a commit that is not a child pipeline. */
  newestOf(projectId: number, sha: string): Pipeline | undefined;
  /** The successful pipelines of a ref that are not child pipelines, newest first. */
  successful(projectId: number, ref: string): Pipeline[];
  /** The pipeline and its descendants, level by level. */
  family(pipeline: Pipeline): Pipeline[];
  /** The topmost parent pipeline. */
  root(pipeline: Pipeline): Pipeline;
}

const byAge = (a: Pipeline, b: Pipeline) => b.created_at - a.created_at || b.id - a.id;

export function createPipelines(projects: Projects): Pipelines {
  const table = createTable<Pipeline>();
  projects.onRemove((project) => table.removeWhere((row) => row.project_id === project.id));
  const root = (pipeline: Pipeline): Pipeline => {
    const parent = pipeline.parent_id === null ? undefined : table.get(pipeline.parent_id);
    return parent === undefined ? pipeline : root(parent);
  };
  return Object.assign(table, {
    newestOf: (projectId: number, sha: string) =>
      table
        .filter((row) => row.project_id === projectId && row.sha === sha && row.parent_id === null)
        .toSorted(byAge)
        .at(0),
    successful: (projectId: number, ref: string) =>
      table
        .filter((row) => row.project_id === projectId && row.ref === ref && row.parent_id === null)
        .filter((row) => row.status === 'success')
        .toSorted(byAge),
    family(pipeline: Pipeline) {
      const found = [pipeline];
      for (const one of found) found.push(...table.filter((row) => row.parent_id === one.id));
      return found;
    },
    root,
  });
}
