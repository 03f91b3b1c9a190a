import type { Chosen } from '../../components/grid/selection.svelte.ts';

/** Where rows lie in the list on show, and which they are. */
interface Shown {
  readonly total: number;
  indexOf(id: number): number | undefined;
  ids(from: number, to: number): Promise<number[]>;
}

/** So many rows are asked for their ids at once; of longer lists it is not known. */
const mostAsked = 5_000;

/** The selected rows that the list does not show; empty if that is unknown. */
export async function hiddenOf(chosen: Chosen, source: Shown): Promise<number[]> {
  if (chosen.kind === 'all') return [];
  const unseen = chosen.ids.filter((id) => source.indexOf(id) === undefined);
  if (unseen.length === 0 || source.total > mostAsked) return [];
  const shown = new Set(await source.ids(0, source.total).catch(() => unseen));
  return unseen.filter((id) => !shown.has(id));
}
