import type { Connection } from '../../open-cache.ts';
import { inOneState } from './all-entries.ts';
import { changeQueries } from './changes.ts';
import { differenceQueries } from './differences.ts';
import { lifeQuery } from './life.ts';
import { momentQuery } from './moment.ts';
import { placesThen } from './places-then.ts';
import { recordedSpan } from './recorded-span.ts';
import { rowNames } from './row-names.ts';

/**
 * The verbs of `HistoryReader` that run on one connection: of `cache.db`, with `history.db` attached as `history`. Each
 * reads one state of both files.
 */
export function historyQueries(db: Connection) {
  const needs = { db, names: rowNames(db), places: placesThen(db), recorded: recordedSpan(db) };
  const verbs = {
    ...changeQueries(needs),
    ...differenceQueries(needs),
    life: lifeQuery(needs),
    moment: momentQuery(needs),
  };
  const once = ([name, run]: [string, (input: never) => unknown]) => [
    name,
    (input: never) => inOneState(db, () => run(input)),
  ];
  return Object.fromEntries(Object.entries(verbs).map(once as never)) as typeof verbs;
}
