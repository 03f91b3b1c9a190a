import type { Key } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Connection } from '../../open-cache.ts';
import { scopesOfPlaces } from '../file/places.ts';
import { readBlock } from '../file/state-blocks.ts';
import { unchanged, type RowThen } from './row-then.ts';

/** `n`: of the last entry that the row includes. */
interface StateRow {
  n: number;
  scope: Scope;
  id: Key;
  then: RowThen;
}

/** The rows of the stored state of a collection. `from`: the number of the last entry that all of its blocks include. */
export function storedState(
  db: Connection,
  collection: string,
  madeAt: number,
): { from: number; rows: Iterable<StateRow> } {
  const blocks = db
    .prepare<[string, number], { n: number; block: Uint8Array }>(
      `SELECT n, block FROM history.states
       WHERE collection = (SELECT n FROM history.names WHERE name = ?) AND made_at = ? ORDER BY part`,
    )
    .all(collection, madeAt);
  const scopeOf = scopesOfPlaces(db, 'history');
  return {
    from: Math.min(...blocks.map(({ n }) => n)),
    rows: rowsOf(blocks, scopeOf),
  };
}

function* rowsOf(
  blocks: readonly { n: number; block: Uint8Array }[],
  scopeOf: (place: number) => Scope,
): Iterable<StateRow> {
  for (const { n, block } of blocks) {
    const { fields, rows } = readBlock(block, scopeOf);
    for (const [scope, id, isGone, ...values] of rows) {
      const known = values.flatMap((value, at) => (value === undefined ? [] : [[fields[at] ?? '', value] as const]));
      yield { n, scope, id, then: { ...unchanged(), state: isGone ? 'gone' : 'live', fields: new Map(known) } };
    }
  }
}
