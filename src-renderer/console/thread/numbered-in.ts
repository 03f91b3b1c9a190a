import type { Scope } from '#shared/contract/scope.ts';
import type { Stores } from '../../stores/context.ts';
import { restOf } from '../place-tab.ts';

/**
 * The issue or merge request in an address such as `/p/7/issues/12`; null: the address of a list, or of a tab that is
 * not the tab of a project.
 */
export function numberedIn(
  { route, scope }: Pick<Stores, 'route' | 'scope'>,
  base: string | undefined,
): { project: Scope; iid: number } | null {
  if (base === undefined || scope.project === null || !base.startsWith('/p/')) return null;
  const [segment = ''] = restOf(route, base);
  return /^[1-9]\d{0,9}$/.test(segment) ? { project: scope.project.scope, iid: Number(segment) } : null;
}
