import { splitScope, type Scope } from '#shared/contract/scope.ts';
import type { Connection } from '../../open-cache.ts';

/** The numbers of collections and places in `history.db`. They are added in the transaction that first needs them. */
export function numbersIn(history: Connection) {
  const findName = history.prepare<[string], number>('SELECT n FROM names WHERE name = ?').pluck();
  const addName = history.prepare('INSERT INTO names (name) VALUES (?)');
  const findPlace = history.prepare<[Scope], number | null>('SELECT min(n) FROM places WHERE scope = ?').pluck();
  const addPlace = history.prepare('INSERT INTO places (scope) VALUES (?)');
  const names = new Map<string, number>();
  const places = new Map<Scope, number>();
  return {
    collection: (name: string): number =>
      kept(names, name, () => findName.get(name) ?? Number(addName.run(name).lastInsertRowid)),
    place: (scope: Scope): number =>
      kept(places, scope, () => findPlace.get(scope) ?? Number(addPlace.run(scope).lastInsertRowid)),
    /** Rename a place and the places below it. Two places with the same scope then count as one. */
    move({ from, to }: { from: Scope; to: Scope }): void {
      const rename = history.prepare('UPDATE places SET scope = ? WHERE n = ?');
      for (const { n, scope } of history
        .prepare<[], { n: number; scope: Scope }>('SELECT n, scope FROM places')
        .all()) {
        const [base, tail] = splitScope(scope);
        if (scope.toLowerCase() === from.toLowerCase()) rename.run(to, n);
        else if (base.toLowerCase() === from.toLowerCase()) rename.run(to + tail, n);
      }
      places.clear();
    },
  };
}

function kept<K>(known: Map<K, number>, name: K, find: () => number): number {
  const n = known.get(name) ?? find();
  known.set(name, n);
  return n;
}

/** The scopes of places by their number. `schema`: of `history.db` in this connection. */
export function scopesOfPlaces(db: Connection, schema = 'main'): (place: number) => Scope {
  const rows = db.prepare<[], [number, Scope]>(`SELECT n, scope FROM ${schema}.places`).raw().all();
  const scopes = new Map(rows);
  return (place) => scopes.get(place) ?? '';
}
