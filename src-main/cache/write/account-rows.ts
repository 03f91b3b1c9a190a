import type { Key } from '#shared/contract/collection.ts';
import { peopleCollections } from '#shared/contract/search.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Place } from '../cache-types.ts';
import type { Fields } from '../derive.ts';
import { stored } from '../key.ts';
import type { Connection } from '../open-cache.ts';
import type { CollectionWriter } from './collection-writer.ts';
import { scopesOf } from './copies.ts';
import type { revisions } from './revisions.ts';
import type { transactions } from './transactions.ts';

interface Needs {
  writerAt: (place: Place) => CollectionWriter;
  transaction: Pick<ReturnType<typeof transactions>, 'whole'>;
  revision: ReturnType<typeof revisions>;
}
export interface AccountRow extends Place {
  id: Key;
  record: Fields;
  isReturned: boolean;
}

/** The verbs for forgetting a person: on all cached rows of an account, and on the tokens of a service account. */
export function accountRows(db: Connection, { writerAt, transaction, revision }: Needs) {
  const scopes = scopesOf(db);
  const documentAt = db.prepare<[string, string, bigint | string], { doc: string; isReturned: number }>(
    'SELECT doc, gone_at IS NULL AS isReturned FROM documents WHERE collection = ? AND scope = ? AND id = ?',
  );
  const drop = db.prepare('DELETE FROM documents WHERE collection = ? AND scope = ? AND id = ?');

  function rowsOf(collection: string, id: Key, within: readonly Scope[] = scopes(collection)): AccountRow[] {
    return within.flatMap((scope) =>
      documentAt.all(collection, scope, stored(id)).map(({ doc, isReturned }) => {
        return { collection, scope, id, record: JSON.parse(doc) as Fields, isReturned: isReturned === 1 };
      }),
    );
  }

  function all(id: number): AccountRow[] {
    const accounts = peopleCollections.flatMap((name) => [name, `${name}.detail`]).flatMap((name) => rowsOf(name, id));
    const tokens = db
      .prepare<[number], { scope: Scope; id: number }>('SELECT scope, id FROM accessTokens WHERE user_id = ?')
      .all(id)
      .flatMap(({ scope, id: token }) => rowsOf('accessTokens', token, [scope]));
    return [...accounts, ...tokens];
  }

  return {
    /** The records of an account in all lists, also those that are no longer returned. */
    accountRecords: ({ id }: { id: number }): Pick<AccountRow, 'collection' | 'record' | 'isReturned'>[] =>
      all(id).map(({ collection, record, isReturned }) => ({ collection, record, isReturned })),
    /** Delete these records from the cache and its file. The history gets no entry. Returns their number. */
    removeAccount({ id }: { id: number }): number {
      db.pragma('secure_delete=ON');
      try {
        const rows = all(id);
        transaction.whole(() => {
          for (const { collection, scope, id: key } of rows) {
            const { definition, derived } = writerAt({ collection, scope });
            derived.remove(scope, key);
            drop.run(collection, scope, stored(key));
            revision.touch(definition.collection, null);
          }
        });
        db.pragma('wal_checkpoint(TRUNCATE)');
        return rows.length;
      } finally {
        db.pragma('secure_delete=OFF');
      }
    },
  };
}
