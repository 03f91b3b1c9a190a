import type { LeaverLine, LeaverMatch } from '#shared/contract/leavers.ts';
import { mostCandidates, mostLeaverLines } from '#shared/contract/leavers.ts';
import { mostPeople } from '#shared/contract/people.ts';
import type { Place } from '../../cache-types.ts';
import { merged, reads } from '../../documents.ts';
import { foldedText } from '../../normal-text.ts';
import type { Connection } from '../../open-cache.ts';

/**
 * A line of a list of people. `parts`: its cells, each with the values that it can be: `email mara@corp.example`,
 * `username mara`, `id 417`, folded. All cells must match the same account; a cell without a value matches no account.
 * `why`: the line has no usable cell.
 */
export interface WantedLine {
  line: number;
  text: string;
  parts: string[][];
  why: 'no-value' | 'no-header' | null;
}
export interface LeaverQuery {
  /** `WantedLine[]` as JSON. */
  json: string;
}
export type MatchedLeavers = Omit<LeaverMatch, 'header'>;

const emailOf = (address: string | null): string => `email ${foldedText(address ?? '')}`;
const isEmail = (value: string): boolean => value.startsWith('email ');

/** The accounts with one value, and whether the instance still returns each. */
type Hits = Map<number, boolean>;
type Row = [id: number, scope: string, isReturned: number, username: string | null, ...emails: (string | null)[]];

/** A field without a column. Without the `+`, SQLite would compare numbers only and scan all records for each account. */
const inRecord = (field: string, list: string, scope: string, row: string): string => `(SELECT doc ->> '$.${field}'
  FROM documents d WHERE d.collection = '${list}' AND d.scope = ${scope} AND d.id = +${row}.id)`;
/** For an account in the list of users, other lists only add an email address, and only if that list shows none. */
const besideUsers = (list: string): string => `SELECT one.id, scope, one.is_gone = 0 AND users.is_gone IS NOT 1,
  iif(users.is_gone = 0, NULL, one.username), one.email FROM ${list} one LEFT JOIN users ON users.id = one.id
  WHERE (users.is_gone IS NOT 0 OR users.email IS NULL)`;
/** The lists with accounts. Former members are left out, because their rows may be outdated. */
const lists: readonly [collection: string, sql: string][] = [
  [
    'users',
    `SELECT id, '', is_gone = 0, username, email, public_email, ${inRecord('commit_email', 'users', "''", 'users')} FROM users`,
  ],
  ['enterpriseUsers', besideUsers('enterpriseUsers')],
  [
    'enterpriseUsers',
    `SELECT id, scope, is_gone = 0 AND id NOT IN (SELECT id FROM users WHERE is_gone = 1), NULL,
       ${inRecord('public_email', 'enterpriseUsers', 'one.scope', 'one')},
       ${inRecord('commit_email', 'enterpriseUsers', 'one.scope', 'one')} FROM enterpriseUsers one`,
  ],
  ['serviceAccounts', besideUsers('serviceAccounts')],
  ['members', `${besideUsers('members')} AND one.is_gone = 0`],
];

/**
 * Finds the accounts of the lines of a list. Only a whole email address, username or ID matches, never a part of it or a
 * display name.
 */
export function leaverMatcher(db: Connection) {
  const read = reads(db);
  return ({ json }: LeaverQuery): MatchedLeavers => db.transaction(() => match(JSON.parse(json) as WantedLine[]))();

  function match(wanted: readonly WantedLine[]): MatchedLeavers {
    const hits = new Map<string, Hits>(wanted.flatMap(({ parts }) => parts.flat().map((value) => [value, new Map()])));
    const { places, withEmail } = findAccounts(hits);
    const isSynced = exists(`SELECT 1 FROM passes WHERE collection = 'users' AND finished_at IS NOT NULL`);
    const seesEmails =
      isSynced && !exists('SELECT 1 FROM users WHERE is_gone = 0 AND is_admin IS NULL AND email IS NULL');
    const counts: LeaverMatch['counts'] = { matched: 0, ambiguous: 0, unknown: 0, unmatchable: 0 };
    const people = new Set<number>();
    const lines: LeaverLine[] = [];
    for (const { line, text, ...own } of wanted) {
      const { ids, ...outcome } = outcomeOf(own, hits, { isSynced, seesEmails, withEmail });
      counts[outcome.group] += 1;
      if (outcome.group === 'matched') ids.forEach((id) => people.add(id));
      if (counts[outcome.group] > mostLeaverLines) continue;
      const candidates = ids.slice(0, mostCandidates).map((id) => candidateOf(id, places.get(id) as Place));
      lines.push({ line, text, ...outcome, candidates });
    }
    return { counts, lines, people: [...people].slice(0, mostPeople), peopleCount: people.size };
  }

  /** Adds to `hits` the accounts with each value. Returns where each is cached, and which have a visible email address. */
  function findAccounts(hits: ReadonlyMap<string, Hits>): { places: Map<number, Place>; withEmail: Set<number> } {
    const places = new Map<number, Place>();
    const withEmail = new Set<number>();
    for (const [collection, sql] of lists)
      for (const [id, scope, isReturned, username, ...emails] of db.prepare<[], Row>(sql).raw().iterate()) {
        for (const value of [`id ${id}`, `username ${username ?? ''}`, ...emails.map(emailOf)]) {
          const accounts = hits.get(value);
          accounts?.set(id, accounts.get(id) === true || isReturned === 1);
          if (accounts !== undefined && !places.has(id)) places.set(id, { collection, scope });
        }
        if (places.has(id) && emails.some((email) => (email ?? '') !== '')) withEmail.add(id);
      }
    return { places, withEmail };
  }

  function candidateOf(id: number, { collection, scope }: Place): LeaverLine['candidates'][number] {
    const row = merged(read({ collection, scope }, id), read({ collection: `${collection}.detail`, scope }, id));
    const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
    return { id, name: text(row?.['name']), username: text(row?.['username']) };
  }

  function exists(sql: string): boolean {
    return db.prepare(`${sql} LIMIT 1`).get() !== undefined;
  }
}

/** Exactly one group for each line. `ids`: the accounts that match or may match. */
function outcomeOf(
  { parts, why }: Pick<WantedLine, 'parts' | 'why'>,
  hits: ReadonlyMap<string, Hits>,
  { isSynced, seesEmails, withEmail }: { isSynced: boolean; seesEmails: boolean; withEmail: ReadonlySet<number> },
): Pick<LeaverLine, 'group' | 'reason'> & { ids: number[] } {
  const found = parts.map((values) => new Map(values.flatMap((value) => [...(hits.get(value) ?? [])])));
  const returned = found.map((all) => [...all].flatMap(([id, isReturned]) => (isReturned ? [id] : [])));
  const all = [...new Set(found.flatMap((ids) => [...ids.keys()]))].toSorted((a, b) => a - b);
  if (why !== null) return { group: 'unmatchable', reason: why, ids: [] };
  if (all.length === 0 && !isSynced) return { group: 'unmatchable', reason: 'not-synced', ids: [] };
  if (all.length === 0 && !seesEmails && parts.flat().some(isEmail))
    return { group: 'unmatchable', reason: 'hidden-emails', ids: [] };
  if (all.length === 0) return { group: 'unknown', reason: null, ids: [] };
  const certain = returned.filter((ids) => ids.length > 0);
  if (certain.length === 0) return { group: 'ambiguous', reason: 'not-returned', ids: all };
  const common = certain.reduce((ids, others) => ids.filter((id) => others.includes(id)));
  if (common.length > 1) return { group: 'ambiguous', reason: 'several', ids: all.filter((id) => common.includes(id)) };
  // If this token can't see any address of the account, an address does not contradict the username
  const isHidden = !seesEmails && !common.some((id) => withEmail.has(id));
  const isUnseen = (at: number): boolean => isHidden && found[at]?.size === 0 && parts[at]?.some(isEmail) === true;
  const isWhole = returned.every((ids, at) => ids.length > 0 || isUnseen(at));
  if (common.length === 0 || !isWhole) return { group: 'ambiguous', reason: 'disagree', ids: all };
  return { group: 'matched', reason: null, ids: common };
}
