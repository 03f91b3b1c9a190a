import type { Projects } from './projects.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

export interface Release {
  readonly id: number;
  project_id: number;
  tag_name: string;
  name: string;
  description: string;
  created_at: number;
  /** In the future: an upcoming release. */
  released_at: number;
  author_id: number;
  /** The commit of the tag. */
  sha: string;
}

export function createReleases(projects: Projects): Table<Release> {
  const table = createTable<Release>();
  projects.onRemove((project) => table.removeWhere((release) => release.project_id === project.id));
  return table;
}
