import type { Connection } from '../../open-cache.ts';
import { inOneState } from './all-entries.ts';
import { changeQueries } from './changes.ts';
import { differenceQueries } from './differences.ts';
import { lifeQuery } from './life.ts';
import { momentQuery } from './moment.ts';
import { queryContext } from './query-context.ts';

/**
 * The verbs of `HistoryReader` that run on one connection: of `cache.db`, with `history.db` attached as `history`. Each
 * reads one state of both files.
 */
export function historyQueries(db: Connection) {
  const context = queryContext(db);
  const verbs = {
    ...changeQueries(context),
    ...differenceQueries(context),
    life: lifeQuery(context),
    moment: momentQuery(context),
  };
  const once = ([name, run]: [string, (input: never) => unknown]) => [
    name,
    (input: never) => inOneState(db, () => run(input)),
  ];
  return Object.fromEntries(Object.entries(verbs).map(once as never)) as typeof verbs;
}
