import type { Person } from '#shared/contract/people.ts';
import { scopeKindOf, type Scope } from '#shared/contract/scope.ts';
import { foldedText } from '../../normal-text.ts';
import type { Connection } from '../../open-cache.ts';
import type { FoundSource } from './facts.ts';

/** What counts the rows of an account. */
interface Account {
  id: number;
  kind: Person['kind'];
  emails: readonly string[];
  sources: readonly FoundSource[];
}
type Owned = Pick<Person, 'work' | 'keys' | 'deployKeys' | 'tokens'>;
interface Counted {
  who: number | string;
  count: number;
  open: number;
}

const none = { count: 0, open: 0 };

/** Counts the cached rows of several accounts at once. Rows that are no longer returned don't count. */
export function ownedRows(db: Connection) {
  const places = db
    .prepare<[], [collection: string, places: number]>(
      `SELECT collection, count(DISTINCT scope) FROM passes
       WHERE collection IN ('issues', 'mergeRequests', 'notes', 'commits') AND finished_at IS NOT NULL GROUP BY collection`,
    )
    .raw();
  const tokensSynced = db
    .prepare<[Scope], number | null>(
      `SELECT max(finished_at) FROM passes WHERE collection = 'accessTokens' AND scope = ?`,
    )
    .pluck();
  const counter = (list: string, column: string, { count = '*', open = '0', only = '' }) => {
    const counts = db.prepare<[string], Counted>(
      `SELECT ${column} AS who, count(${count}) AS count, count(*) FILTER (WHERE ${open}) AS open FROM ${list}
       WHERE is_gone = 0 AND ${column} IN (SELECT value FROM json_each(?))${only} GROUP BY ${column}`,
    );
    return (all: readonly (number | string)[]) =>
      new Map(counts.all(JSON.stringify(all)).map(({ who, ...counted }) => [who, counted]));
  };
  const issues = counter('issues', 'author_id', { open: `state = 'opened'` });
  const mergeRequests = counter('mergeRequests', 'author_id', { open: `state = 'opened'` });
  const notes = counter('notes', 'author_id', {});
  // A commit is stored once for each list that has it
  const commits = counter('commits', 'author_email', { count: 'DISTINCT id' });
  const keys = counter('keys', 'user_id', { only: ` AND kind = 'ssh'` });
  const deployKeys = counter('keys', 'user_id', { only: ` AND kind = 'deploy'` });
  const tokens = counter('accessTokens', 'user_id', { open: 'active = 1' });

  return (accounts: readonly Account[]): ((account: Account) => Owned) => {
    const ids = accounts.map(({ id }) => id);
    const byId = {
      ...{ issues: issues(ids), mergeRequests: mergeRequests(ids), notes: notes(ids) },
      ...{ keys: keys(ids), deployKeys: deployKeys(ids), tokens: tokens(ids) },
    };
    const byEmail = commits([...new Set(accounts.flatMap(({ emails }) => emails.map(foldedText)))]);
    const synced = new Map(places.all());
    const placesOf = (list: string): number => synced.get(list) ?? 0;
    return ({ id, kind, emails, sources }) => {
      const of = (list: keyof typeof byId) => byId[list].get(id) ?? none;
      const count = emails.reduce((sum, email) => sum + (byEmail.get(foldedText(email))?.count ?? 0), 0);
      const groups = sources.filter(
        ({ collection, scope }) => collection === 'serviceAccounts' && scopeKindOf(scope) === 'group',
      );
      const { open: active, count: allTokens } = of('tokens');
      return {
        work: {
          issues: { ...of('issues'), places: placesOf('issues') },
          mergeRequests: { ...of('mergeRequests'), places: placesOf('mergeRequests') },
          notes: { count: of('notes').count, open: null, places: placesOf('notes') },
          commits: emails.length === 0 ? null : { count, open: null, places: placesOf('commits') },
        },
        keys: of('keys').count,
        deployKeys: of('deployKeys').count,
        tokens:
          kind !== 'service-account' || groups.length === 0
            ? null
            : {
                active,
                count: allTokens,
                syncedAt: oldest(groups.map(({ scope }) => tokensSynced.get(scope) ?? null)),
              },
      };
    };
  };
}

/** Null: one of the times is not known. */
function oldest(times: readonly (number | null)[]): number | null {
  return times.some((time) => time === null) ? null : Math.min(...times.map(Number));
}
