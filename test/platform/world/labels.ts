import type { Groups } from './groups.ts';
import type { Projects } from './projects.ts';
import { tieToSource } from './source.ts';
import type { Source } from './source.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

export interface Label {
  readonly id: number;
  source: Source;
  name: string;
  /** `#rrggbb`. */
  color: string;
  text_color: string;
  description: string | null;
  /** 0 is the highest; null: without priority. */
  priority: number | null;
}

export function createLabels(groups: Groups, projects: Projects): Table<Label> {
  const table = createTable<Label>();
  tieToSource(table, groups, projects);
  return table;
}
