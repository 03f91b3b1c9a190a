import type { Chosen } from '../../components/grid/selection.svelte.ts';

/** The shown list: the indexes of loaded rows, and all IDs. */
interface Shown {
  readonly total: number;
  indexOf(id: number): number | undefined;
  ids(from: number, to: number): Promise<number[]>;
}

/** Maximum number of IDs to compare. For longer lists the result is unknown. */
const mostAsked = 5_000;

/** The selected rows that the list does not show; empty if unknown. */
export async function hiddenOf(chosen: Chosen, source: Shown): Promise<number[]> {
  if (chosen.kind === 'all') return [];
  const unseen = chosen.ids.filter((id) => source.indexOf(id) === undefined);
  if (unseen.length === 0 || source.total > mostAsked) return [];
  const shown = new Set(await source.ids(0, source.total).catch(() => unseen));
  return unseen.filter((id) => !shown.has(id));
}
