import { deflateSync, inflateSync } from 'node:zlib';
import type { Key } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';

/** A row of a stored state. `values`: in the order of `fields`; undefined: the platform had not sent the field. */
export type StateRow<P = Scope> = [place: P, id: Key, isGone: 0 | 1, ...values: unknown[]];
export interface StateBlock<P = Scope> {
  fields: readonly string[];
  rows: StateRow<P>[];
}

/** JSON has no undefined. */
const absent = { absent: true } as const;
const isAbsent = (value: unknown): boolean => typeof value === 'object' && value !== null && 'absent' in value;

/** The bytes of a block. Its rows have the numbers of places, because scopes can be renamed. */
export function writeBlock({ fields, rows }: StateBlock<number>): Uint8Array {
  const known = rows.map((row) => row.map((value) => (value === undefined ? absent : value)));
  return deflateSync(JSON.stringify({ fields, rows: known }));
}

/** The reverse of `writeBlock`. `scopeOf`: see `scopesOfPlaces`. */
export function readBlock(bytes: Uint8Array, scopeOf: (place: number) => Scope): StateBlock {
  const { fields, rows } = plainBlock(bytes);
  const named = rows.map(([place, id, isGone, ...values]): StateRow => {
    return [scopeOf(place), id, isGone, ...values];
  });
  return { fields, rows: named };
}

/** A block with the numbers of places. */
export function plainBlock(bytes: Uint8Array): StateBlock<number> {
  const { fields, rows } = JSON.parse(inflateSync(bytes).toString()) as StateBlock<number>;
  for (const row of rows) for (let at = 3; at < row.length; at += 1) if (isAbsent(row[at])) row[at] = undefined;
  return { fields, rows };
}
