import type { Projects } from './projects.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

/** A package that a project depends on. */
export interface Dependency {
  readonly id: number;
  project_id: number;
  name: string;
  version: string;
  /** The kind of the package in its URL: `npm`, `gem`, `pypi`, `golang` … */
  type: string;
  packager: string;
  /** The file that declares it. */
  path: string;
  /** SPDX identifiers. */
  licenses: readonly string[];
  vulnerabilities: readonly { id: number; name: string; severity: string }[];
}

export function createDependencies(projects: Projects): Table<Dependency> {
  const table = createTable<Dependency>();
  projects.onRemove((project) => table.removeWhere((row) => row.project_id === project.id));
  return table;
}

/** The package URL. */
export const purlOf = ({ type, name, version }: Dependency) =>
  `pkg:${type}/${name.split('/').map(encodeURIComponent).join('/')}@${encodeURIComponent(version)}`;
