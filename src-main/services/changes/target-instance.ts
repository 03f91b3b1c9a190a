import type { CachedState, ListedRow, TargetInstance } from '#main/changes/engine/engine-context.ts';
import type { CachedAt } from '#main/changes/operation-kit/operation.ts';
import type { Selection } from '#shared/contract/collection.ts';
import { collectionVerbs, isList, type CollectionName, type ListName } from '#shared/contract/collections.ts';
import { Failure } from '#shared/errors.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';
import type { Writer } from '../instances/instances.ts';

/** Maximum rows of one call of the read worker. */
const pieceRows = 200;

interface Found {
  row: Readonly<Record<string, unknown>>;
  detailFetchedAt: number | null;
  notReturnedSince: number | null;
}

function toCachedState(found: Found | null): CachedState | null {
  if (found === null || found.notReturnedSince !== null || found.detailFetchedAt === null) return null;
  return { state: found.row, fetchedAt: found.detailFetchedAt };
}

/** An opened instance in the form that the write engine needs. */
export function targetOf(
  instance: Instance,
  { send: write, who, user, movedTo }: Writer,
  { capabilities, catalogue }: Pick<StateTables, 'capabilities' | 'catalogue'>,
): TargetInstance {
  const { profile, send: read, store, reader, connection } = instance;

  async function rowsAt(collection: CollectionName, places: readonly CachedAt[]): Promise<(Found | null)[]> {
    const rows: (Found | null)[] = [];
    while (rows.length < places.length) {
      const wanted = places.slice(rows.length, rows.length + pieceRows);
      rows.push(...(await reader.lists(collection).rowsAt({ places: wanted })));
    }
    return rows;
  }

  return {
    profile,
    read,
    write,
    who: `${who}, ${profile.name}`,
    user,
    movedTo,
    store,
    cached: async (...at) => (await rowsAt(...at)).map(toCachedState),
    cachedRows: async (...at) => (await rowsAt(...at)).map((found) => found?.row ?? null),
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
