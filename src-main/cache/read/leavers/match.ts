import type { LeaverLine, LeaverMatch } from '#shared/contract/leavers.ts';
import { mostCandidates, mostLeaverLines } from '#shared/contract/leavers.ts';
import { mostPeople } from '#shared/contract/people.ts';
import type { Place } from '../../cache-types.ts';
import { merged, reads } from '../../documents.ts';
import { foldedText } from '../../normal-text.ts';
import type { Connection } from '../../open-cache.ts';

/**
 * A line of a list of people. `parts`: its cells, each with the values that it can be: `email mara@corp.example`,
 * `username mara`, `id 417`, folded. All cells must match the same account; a cell without a value
 * matches no account. `why`: the
 * line has no usable cell.
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

const isEmail = (value: string): boolean => value.startsWith('email ');

/** The accounts with one value, and whether the instance still returns each. */
type Hits = Map<number, boolean>;
type Row = [id: number, scope: string, isGone: number, username: string | null, ...emails: (string | null)[]];

/** Of users: it has no column. Without the `+`, SQLite would compare numbers only and scan all records for each user. */
const commitEmail = `SELECT doc ->> '$.commit_email' FROM documents d
  WHERE d.collection = 'users' AND d.scope = '' AND d.id = +users.id`;
/** The lists with accounts. The row of a former member may be old. */
const lists = {
  users: `SELECT id, '', is_gone, username, email, public_email, (${commitEmail}) FROM users`,
  enterpriseUsers: 'SELECT id, scope, is_gone, username, email FROM enterpriseUsers',
  serviceAccounts: 'SELECT id, scope, is_gone, username, email FROM serviceAccounts',
  members: 'SELECT id, scope, is_gone, username, email FROM members WHERE is_gone = 0',
};

/**
 * The accounts that the lines of a list mean. An account matches only by the whole of an email address, username or ID,
 * never by a part or by a display name.
 */
export function leaverMatcher(db: Connection) {
  const read = reads(db);
  const userOf = db.prepare<[number], { isGone: number; email: string | null }>(
    'SELECT is_gone AS isGone, email FROM users WHERE id = ?',
  );
  return ({ json }: LeaverQuery): MatchedLeavers => db.transaction(() => match(JSON.parse(json) as WantedLine[]))();

  function match(wanted: readonly WantedLine[]): MatchedLeavers {
    const hits = new Map<string, Hits>(wanted.flatMap(({ parts }) => parts.flat().map((value) => [value, new Map()])));
    const places = findAccounts(hits);
    const isSynced = exists(`SELECT 1 FROM passes WHERE collection = 'users' AND finished_at IS NOT NULL`);
    const seesEmails =
      isSynced && !exists('SELECT 1 FROM users WHERE is_gone = 0 AND is_admin IS NULL AND email IS NULL');
    const counts: LeaverMatch['counts'] = { matched: 0, ambiguous: 0, unknown: 0, unmatchable: 0 };
    const people = new Set<number>();
    const lines: LeaverLine[] = [];
    for (const { line, text, ...own } of wanted) {
      const { ids, ...outcome } = outcomeOf(own, hits, { isSynced, seesEmails });
      counts[outcome.group] += 1;
      if (outcome.group === 'matched') ids.forEach((id) => people.add(id));
      if (counts[outcome.group] > mostLeaverLines) continue;
      const candidates = ids.slice(0, mostCandidates).map((id) => candidateOf(id, places.get(id) as Place));
      lines.push({ line, text, ...outcome, candidates });
    }
    return { counts, lines, people: [...people].slice(0, mostPeople), peopleCount: people.size };
  }

  /** Enters the accounts of each wanted value. Returns where each account is cached. */
  function findAccounts(hits: ReadonlyMap<string, Hits>): Map<number, Place> {
    const places = new Map<number, Place>();
    for (const [collection, sql] of Object.entries(lists))
      for (const [id, scope, isGone, username, ...emails] of db.prepare<[], Row>(sql).raw().iterate()) {
        const values = [
          `id ${id}`,
          `username ${username ?? ''}`,
          ...emails.map((email) => `email ${foldedText(email ?? '')}`),
        ];
        for (const value of values) {
          const accounts = hits.get(value);
          if (accounts === undefined) continue;
          const user = collection === 'users' ? undefined : userOf.get(id);
          // The list of all users decides. Other lists only add an email address that it does not show.
          if (user?.isGone === 0 && (user.email !== null || !isEmail(value))) continue;
          accounts.set(id, accounts.get(id) === true || (isGone === 0 && user?.isGone !== 1));
          if (!places.has(id)) places.set(id, { collection, scope });
        }
      }
    return places;
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

/** Exactly one group for each line. `ids`: the accounts that the line means or may mean. */
function outcomeOf(
  { parts, why }: Pick<WantedLine, 'parts' | 'why'>,
  hits: ReadonlyMap<string, Hits>,
  { isSynced, seesEmails }: { isSynced: boolean; seesEmails: boolean },
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
  // An address that this token can't see does not contradict the username
  const isUnseen = (at: number): boolean => !seesEmails && found[at]?.size === 0 && parts[at]?.some(isEmail) === true;
  const isWhole = returned.every((ids, at) => ids.length > 0 || isUnseen(at));
  if (common.length === 0 || !isWhole) return { group: 'ambiguous', reason: 'disagree', ids: all };
  return { group: 'matched', reason: null, ids: common };
}
