import { days } from '#shared/time.ts';
import { never, type Statement } from '../../derive.ts';

/** The collections that `withFact` reads. */
export const accountLists = ['users', 'enterpriseUsers', 'serviceAccounts', 'keys', 'members'] as const;

/** Rows of members that are Owners with an active account, as SQL. */
export const isActiveOwner = `is_gone = 0 AND access_level = 50 AND state = 'active'`;

/** The start of the UTC day this many days ago. The result of a query then stays the same all day. */
export function daysAgo(n: number, nowMs = Date.now()): number {
  return Math.floor(nowMs / days(1)) * days(1) - days(n);
}

// Facts are SQL over the columns of `accounts`: 1, 0, or NULL if unknown

/** Blocked, deactivated or otherwise not active, or no longer returned. */
export const hasLeft = `is_gone OR state <> 'active'`;

/** As `hasLeft`, or without activity since `before`. An account that was never active counts once it is that old. */
export const isLeftOrInactive = (before: number): string =>
  `${hasLeft} OR (last_activity_on < ${before} AND NOT (last_activity_on = ${never} AND created_at >= ${before}))`;

/**
 * The rows of a list with these columns about accounts, and with the time at which the platform last returned the row
 * (`at`). A sync does not write rows that have not changed, so its end counts for all rows that it returned. `+id`: without
 * the plus, SQLite does not use the index of `documents`.
 */
const rowsOf = (list: string, scope: string, columns: string): string => `
  SELECT ${columns},
    max(iif(r.is_gone, 0, ifnull(synced.at, 0)),
      ifnull((SELECT max(max(d.fetched_at, ifnull(d.gone_at, 0))) FROM documents d
        WHERE d.collection IN ('${list}', '${list}.detail') AND d.scope = ${scope} AND d.id = +r.id), 0)) AS at
  FROM ${list} r LEFT JOIN synced ON synced.collection = '${list}' AND synced.scope = ${scope}`;

/**
 * What the cached rows say about accounts. All enterprise users are people, and no service account is. Of a user that is no
 * longer returned, nothing else is known. A membership shows only that the account is blocked.
 */
const accounts = `
  ${rowsOf(
    'users',
    "''",
    `r.id, r.is_gone, r.state, r.last_activity_on, r.created_at, r.bot,
    iif(r.is_gone, NULL, r.external) AS external, iif(r.is_gone, NULL, r.two_factor) AS two_factor`,
  )}
  UNION ALL
  ${rowsOf('enterpriseUsers', 'r.scope', 'r.id, 0, r.state, r.last_activity_on, r.created_at, 0, r.external, r.two_factor')}
  WHERE r.is_gone = 0
  UNION ALL
  ${rowsOf('keys', 'r.scope', 'r.user_id, 0, r.owner_state, NULL, NULL, NULL, NULL, NULL')}
  WHERE r.is_gone = 0
  UNION ALL
  ${rowsOf('members', 'r.scope', 'r.id, 0, r.state, NULL, NULL, NULL, NULL, NULL')}
  WHERE r.is_gone = 0 AND r.state NOT IN ('active', 'awaiting')
  UNION ALL SELECT id, 0, NULL, NULL, NULL, 1, NULL, NULL, 9e15 FROM serviceAccounts WHERE is_gone = 0`;

/**
 * The rows of a list whose account has a fact; with `isKnown` false, the rows whose fact is unknown. If several cached rows
 * contain the fact, the newest counts. `account`: the column with the ID of the account.
 */
export function withFact(list: string, account: string, fact: string, isKnown: boolean): Statement {
  const known = `WITH synced AS (SELECT collection, scope, max(finished_at) AS at FROM passes GROUP BY collection, scope)
    SELECT id, (${fact}) AS answer, max(at) FROM (${accounts})
    WHERE id IN (SELECT ${account} FROM ${list}) AND (${fact}) IS NOT NULL GROUP BY id`;
  const sql = isKnown
    ? `${account} IN (SELECT id FROM (${known}) WHERE answer)`
    : `(${account} IS NULL OR ${account} NOT IN (SELECT id FROM (${known})))`;
  return { sql, values: [], columns: [account] };
}
