import type { Person, WorkCount } from '#shared/contract/people.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { foldedText } from '../../normal-text.ts';
import { firstColumn, type Connection } from '../../open-cache.ts';

type Owned = Pick<Person, 'work' | 'keys' | 'deployKeys' | 'tokens'>;

/** Counts the cached rows of accounts. Rows that are no longer returned don't count. */
export function ownedRows(db: Connection) {
  const tokensSynced = `SELECT max(finished_at) FROM passes WHERE collection = 'accessTokens' AND scope = ?`;
  const placesSynced = 'SELECT count(DISTINCT scope) FROM passes WHERE collection = ? AND finished_at IS NOT NULL';
  const issues = work('issues', 'author_id', numberOf(`state = 'opened'`));
  const mergeRequests = work('mergeRequests', 'author_id', numberOf(`state = 'opened'`));
  const notes = work('notes', 'author_id', 'NULL');
  const commits = work('commits', 'author_email', 'NULL');
  const keys = sums('keys', 'user_id', { keys: numberOf(`kind = 'ssh'`), deployKeys: numberOf(`kind = 'deploy'`) });
  const tokens = sums('accessTokens', 'user_id', { count: 'count(*)', active: numberOf('active = 1') });

  /** `emails`: the email addresses of the account. `group`: of a group's service account, whose tokens the API lists. */
  return (id: number, emails: readonly string[], group: Scope | undefined): Owned => ({
    work: {
      issues: issues([id]),
      mergeRequests: mergeRequests([id]),
      notes: notes([id]),
      commits: emails.length === 0 ? null : commits(emails.map(foldedText)),
    },
    ...keys([id]),
    tokens:
      group === undefined
        ? null
        : { ...tokens([id]), syncedAt: firstColumn<number | null>(db, tokensSynced).get(group) ?? null },
  });

  /** `open`: counts the open rows; NULL: they have no state. */
  function work(list: string, column: string, open: string): (values: readonly unknown[]) => WorkCount {
    // A commit is stored once for each list that has it
    const counts = sums(list, column, { count: 'count(DISTINCT id)', open });
    const places = firstColumn<number>(db, placesSynced).get(list) ?? 0;
    return (values) => ({ ...counts(values), places });
  }

  /** Totals of the rows whose column has one of the values. `sql`: the expression of each total. */
  function sums<N extends string>(list: string, column: string, sql: Record<N, string>) {
    const named = Object.entries(sql).map(([name, expression]) => `${String(expression)} AS ${name}`);
    const found = db.prepare<[string], Record<N, number>>(
      `SELECT ${named.join(', ')} FROM ${list} WHERE is_gone = 0 AND ${column} IN (SELECT value FROM json_each(?))`,
    );
    return (values: readonly unknown[]) => found.get(JSON.stringify(values)) as Record<N, number>;
  }
}

const numberOf = (condition: string): string => `count(*) FILTER (WHERE ${condition})`;
