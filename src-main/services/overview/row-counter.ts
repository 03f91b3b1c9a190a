import type { CacheReader } from '#main/cache/store-api.ts';
import { wholeList } from '#shared/contract/collection.ts';
import type { Figure } from '#shared/contract/overview.ts';

type CountQuery = Pick<Figure, 'collection' | 'scope'> &
  Partial<Pick<Figure, 'filter' | 'notReturned'> & { unknown: Figure['filter'] }>;

const slice = { from: 0, count: 1 };

/**
 * Counts rows with the same query that lists them, so that a number and its list always agree. If it isn't
 * known whether a row matches, the row is counted separately.
 */
export function createRowCounter(reader: CacheReader, signal: AbortSignal) {
  return async ({ collection, scope, filter = {}, notReturned = 'hide', unknown }: CountQuery): Promise<Figure> => {
    const rowsOf = async (asked: Figure['filter']) =>
      reader.lists(collection).list({ query: wholeList(scope, { filter: asked, notReturned }), slice }, signal);
    const { total, unknown: unexpected = 0 } = await rowsOf(filter);
    const notKnown = unexpected + (unknown === undefined ? 0 : (await rowsOf(unknown)).total);
    return { collection, scope, filter, notReturned, count: total, ...(notKnown > 0 && { unknown: notKnown }) };
  };
}

export type RowCounter = ReturnType<typeof createRowCounter>;

/** A figure for each state. */
export async function figuresOf<S extends string>(
  states: readonly S[],
  figureOf: (state: S) => Promise<Figure>,
): Promise<Record<S, Figure>> {
  const figures = await Promise.all(states.map(async (state) => [state, await figureOf(state)] as const));
  return Object.fromEntries(figures) as Record<S, Figure>;
}
