import type { Person, WorkCount } from '#shared/contract/people.ts';
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
type Who = number | string;
type Counts = Pick<WorkCount, 'count' | 'open'>;

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
  /** `open`: the condition for open rows; null: they have no state. */
  const counter = (list: string, column: string, open: string | null, { count = '*', only = '' } = {}) => {
    const counts = db.prepare<[string], Counts & { who: Who }>(
      `SELECT ${column} AS who, count(${count}) AS count, ${open && `count(*) FILTER (WHERE ${open})`} AS open FROM ${list}
       WHERE is_gone = 0 AND ${column} IN (SELECT value FROM json_each(?))${only} GROUP BY ${column}`,
    );
    const none: Counts = { count: 0, open: open === null ? null : 0 };
    return (all: readonly Who[]) => {
      const found = new Map(counts.all(JSON.stringify(all)).map(({ who, ...counted }) => [who, counted]));
      return (who: Who): Counts => found.get(who) ?? none;
    };
  };
  const issues = counter('issues', 'author_id', `state = 'opened'`);
  const mergeRequests = counter('mergeRequests', 'author_id', `state = 'opened'`);
  const notes = counter('notes', 'author_id', null);
  const keys = counter('keys', 'user_id', null, { only: ` AND kind = 'ssh'` });
  const deployKeys = counter('keys', 'user_id', null, { only: ` AND kind = 'deploy'` });
  const tokens = counter('accessTokens', 'user_id', 'active = 1');
  // A commit is stored once for each list that has it
  const commits = counter('commits', 'author_email', null, { count: 'DISTINCT id' });

  return (accounts: readonly Account[]): ((account: Account) => Owned) => {
    const ids = accounts.map(({ id }) => id);
    const of = {
      ...{ issues: issues(ids), mergeRequests: mergeRequests(ids), notes: notes(ids) },
      ...{ keys: keys(ids), deployKeys: deployKeys(ids), tokens: tokens(ids) },
    };
    const byEmail = commits(accounts.flatMap(({ emails }) => emails.map(foldedText)));
    const synced = new Map(places.all());
    const placesOf = (list: string): { places: number } => ({ places: synced.get(list) ?? 0 });
    return ({ id, kind, emails, sources }) => {
      const folded = new Set(emails.map(foldedText));
      const groups = sources.filter(
        ({ collection, scope }) => collection === 'serviceAccounts' && scopeKindOf(scope) === 'group',
      );
      const isListed = kind === 'service-account' && groups.length > 0;
      const { open: active, count } = of.tokens(id);
      const syncs = groups.map(({ scope }) => tokensSynced.get(scope) ?? null);
      return {
        work: {
          issues: { ...of.issues(id), ...placesOf('issues') },
          mergeRequests: { ...of.mergeRequests(id), ...placesOf('mergeRequests') },
          notes: { ...of.notes(id), ...placesOf('notes') },
          commits:
            folded.size === 0
              ? null
              : {
                  count: [...folded].reduce((sum, email) => sum + byEmail(email).count, 0),
                  open: null,
                  ...placesOf('commits'),
                },
        },
        keys: of.keys(id).count,
        deployKeys: of.deployKeys(id).count,
        tokens: isListed ? { active: active ?? 0, count, syncedAt: oldest(syncs) } : null,
      };
    };
  };
}

/** Null: one of the times is not known. */
function oldest(times: readonly (number | null)[]): number | null {
  return times.some((time) => time === null) ? null : Math.min(...times.map(Number));
}
