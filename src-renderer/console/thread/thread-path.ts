import { readScope, type Scope } from '#shared/contract/scope.ts';
import { placePath } from '../../stores/window/address.ts';

/** The tabs of a project whose rows have pages with notes. */
export type ThreadTab = 'issues' | 'merge-requests';

/** An issue or merge request with the fields that name its project. */
interface Numbered {
  iid: number;
  project_id?: number | null | undefined;
  references?: { full?: string | null | undefined } | null | undefined;
}

/**
 * The page of an issue or merge request in its project; null if the project is not known. Shape: `scope` is the scope in
 * which the row is shown.
 */
export function threadPath(tab: ThreadTab, scope: Scope, row: Numbered): string | null {
  const ref = projectRef(scope, row);
  return ref === null ? null : `${placePath({ kind: 'project', ref }, tab)}/${row.iid}`;
}

function projectRef(scope: Scope, { project_id: id, references }: Numbered): number | string | null {
  const shown = readScope(scope);
  if (shown?.kind === 'project') return shown.ref;
  return id ?? /^([^#!:]+\/[^#!:]+)[#!]\d+$/.exec(references?.full ?? '')?.[1] ?? null;
}
