import type { RowSource } from './row-source.ts';
import type { Chosen } from './selection.svelte.ts';

/** Maximum number of IDs to compare. For longer lists the result is unknown. */
const mostAsked = 5_000;

/** The selected rows that the list does not show; empty if unknown. */
export async function hiddenOf(
  chosen: Chosen,
  source: Pick<RowSource<unknown>, 'total' | 'indexOf' | 'ids'>,
): Promise<number[]> {
  if (chosen.kind === 'all') return [];
  const unseen = chosen.ids.filter((id) => source.indexOf(id) === undefined);
  if (unseen.length === 0 || source.total > mostAsked) return [];
  const shown = new Set(await source.ids(0, source.total).catch(() => unseen));
  return unseen.filter((id) => !shown.has(id));
}
