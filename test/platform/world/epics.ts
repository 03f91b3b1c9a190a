import type { Groups } from './groups.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

export interface Epic {
  readonly id: number;
  iid: number;
  group_id: number;
  title: string;
}

export function createEpics(groups: Groups): Table<Epic> {
  const table = createTable<Epic>();
  groups.onRemove((group) => table.removeWhere((row) => row.group_id === group.id));
  return table;
}
