import { createTable } from './table.ts';
import type { Table } from './table.ts';

export type Visibility = 'public' | 'internal' | 'private';

export interface Group {
  readonly id: number;
  name: string;
  path: string;
  /** Null: a top-level group. */
  parent_id: number | null;
  description: string;
  visibility: Visibility;
  avatar_url: string | null;
  created_at: number;
}

export interface Groups extends Table<Group> {
  /** By id or by full path, case-insensitive. */
  lookup(idOrPath: string): Group | undefined;
  fullPath(group: Group): string;
  /** `Parent / Child`. */
  fullName(group: Group): string;
  /** The group and its parent groups, starting with the group. */
  chain(group: Group): Group[];
  /** The group and its subgroups. */
  tree(group: Group): Group[];
}

export function createGroups(): Groups {
  const table = createTable<Group>();
  const chain = (group: Group): Group[] => {
    const parent = group.parent_id === null ? undefined : table.get(group.parent_id);
    return parent === undefined ? [group] : [group, ...chain(parent)];
  };
  const joined = (group: Group, field: 'path' | 'name', separator: string) =>
    chain(group)
      .map((each) => each[field])
      .reverse()
      .join(separator);
  const fullPath = (group: Group) => joined(group, 'path', '/');
  table.onRemove((group) => table.removeWhere((other) => other.parent_id === group.id));
  return Object.assign(table, {
    lookup(idOrPath: string) {
      if (/^\d+$/.test(idOrPath)) return table.get(Number(idOrPath));
      return table.find((group) => fullPath(group).toLowerCase() === idOrPath.toLowerCase());
    },
    fullPath,
    fullName: (group: Group) => joined(group, 'name', ' / '),
    chain,
    tree: (group: Group) => table.filter((other) => chain(other).includes(group)),
  });
}
