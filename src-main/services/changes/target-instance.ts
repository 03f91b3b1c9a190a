import type { CachedState, ListedRow, TargetInstance } from '#main/changes/engine/engine-context.ts';
import type { Selection } from '#shared/contract/collection.ts';
import { collectionVerbs, isList, type ListName } from '#shared/contract/collections.ts';
import { Failure } from '#shared/errors.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';
import type { Writer } from '../instances/instances.ts';

/** Maximum rows of one call of the read worker. */
const pieceRows = 200;

interface Detail {
  row: Readonly<Record<string, unknown>>;
  detailFetchedAt: number | null;
  notReturnedSince: number | null;
}

function toCachedState(found: Detail | null): CachedState | null {
  if (found === null || found.notReturnedSince !== null || found.detailFetchedAt === null) return null;
  return { state: found.row, fetchedAt: found.detailFetchedAt };
}

/** Call `read` for a piece of the places at a time. It may return fewer results than it was given places. */
async function inPieces<P, R>(places: readonly P[], read: (piece: P[]) => Promise<R[]>): Promise<R[]> {
  const found: R[] = [];
  while (found.length < places.length)
    found.push(...(await read(places.slice(found.length, found.length + pieceRows))));
  return found;
}

/** An opened instance in the form that the write engine needs. */
export function targetOf(
  instance: Instance,
  { send: write, who, user, movedTo }: Writer,
  { capabilities, catalogue }: Pick<StateTables, 'capabilities' | 'catalogue'>,
): TargetInstance {
  const { profile, send: read, store, reader, connection } = instance;
  return {
    profile,
    read,
    write,
    who: `${who}, ${profile.name}`,
    user,
    movedTo,
    store,
    cached: async (collection, places) =>
      (await inPieces(places, (piece) => reader.lists(collection).details({ places: piece }))).map(toCachedState),
    cachedRows: (collection, places) => inPieces(places, (piece) => reader.lists(collection).rowsAt({ places: piece })),
    knownPlace: (kind, ref) => catalogue.get(profile.id, kind, ref, { isRemovedToo: true }),
    async *rowsOf(collection, selection) {
      if (!isList(collection)) throw new Failure('invalid', `no list ${collection}`, { field: 'collection' });
      for await (const piece of reader.lists(collection).rows(checkedSelection(collection, selection))) {
        yield piece.map(({ scope, id, row }): ListedRow => ({ scope, id, row }));
      }
    },
    capabilities: capabilities.of(profile.id),
    get budget() {
      return connection.now().budget;
    },
    get latencyMs() {
      return connection.now().latencyMs;
    },
  };
}

/** The selection, checked against the schema of the collection. Fails: `invalid` with the field `selection`. */
function checkedSelection(name: ListName, selection: unknown): Selection {
  const parsed = collectionVerbs[name].export.input.shape.selection.safeParse(selection);
  if (parsed.success) return parsed.data;
  throw new Failure('invalid', `not a selection of ${name}`, { field: 'selection' });
}
