import type { Route } from '../stores/route.svelte.ts';
import type { ListDesk } from './desk.svelte.ts';
import { readQuery } from './views.ts';

/**
 * Follow an address into a list: `/runners/42` opens a row, `?view={"filter":…}` shows a view (`viewPath`). Afterwards
 * the address is the list's own again, free for the next link.
 */
export function followLink(
  route: Route,
  desk: ListDesk,
  { segments, query }: { segments: readonly string[]; query: URLSearchParams },
): void {
  const { path } = desk.spec;
  const depth = path.split('/').length - 1;
  const id = Number(segments[depth]);
  const view = query.get('view');
  const hasRow = segments.length > depth && Number.isInteger(id) && id > 0;
  if (view === null && !hasRow) return;
  if (hasRow) desk.panel = { scope: desk.scope ?? '', id, key: null };
  const asked = view === null ? null : readQuery(desk.spec, parsed(view));
  if (asked !== null) void desk.show(asked);
  route.navigate(path, { replace: true });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
