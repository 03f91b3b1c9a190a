import type { Key } from '#shared/contract/collection.ts';
import { commitListOf, defaultRef, isHistory } from '#shared/contract/commit-list.ts';
import { newestCommits, type CachedCommitFilter } from '#shared/contract/commits.ts';
import { readScope, splitScope, type Scope } from '#shared/contract/scope.ts';
import { given } from '../conditions.ts';
import type { Statement } from '../derive.ts';
import type { Joined, JoinedList } from '../read/joined-list.ts';
import { foldedText, normalText } from '../normal-text.ts';
import type { Connection } from '../open-cache.ts';

/** All lists of a project. The upper bound is `0`, because `0` follows `/` in the order of characters. */
const ofProject = (scope: string): string =>
  `(${scope} = :project OR (${scope} > :project || '/' AND ${scope} < :project || '0'))`;

export const commits = {
  conditions: ({ author }: CachedCommitFilter): Statement[] =>
    given([
      author !== undefined && {
        sql: '(instr(author_name, ?) > 0 OR instr(author_email, ?) > 0)',
        values: [normalText(author), foldedText(author)],
      },
    ]),
  joined: {
    by: ['commits', 'branches', 'deployments', 'groupReleases'],
    open: histories,
    // If a complete list has the head of a branch, all commits of the branch are stored. Lists with parameters (`%3F`),
    // lists of ranges (`..`) and a cut list of a project don't count, because they lack ancestors of their commits
    parts: `
      WITH complete AS MATERIALIZED (
        SELECT scope, substr(scope, 1, instr(scope || '/', '/') - 1) AS project, instr(scope, '/') > 0 AS isHistory
        FROM passes p WHERE collection = 'commits' AND finished_at IS NOT NULL AND iif(instr(scope, '/') > 0,
          instr(scope, '%3F') + instr(scope, '..') = 0,
          (SELECT count(*) FROM documents d WHERE d.collection = 'commits' AND d.scope = p.scope) < ${newestCommits})),
      heads AS (SELECT scope, id, is_default, (SELECT max(1 + isHistory) FROM complete c JOIN documents d
          ON d.collection = 'commits' AND d.scope = c.scope AND d.id = b.commit_id WHERE c.project = b.scope) AS found
        FROM branches b WHERE is_gone = 0 AND (:scope IS NULL OR scope = :scope))
      SELECT scope, count(*) AS known, count(found) AS synced,
        json_group_object(id, ifnull(found, 0) > 1) FILTER (WHERE is_default IS NOT 1) AS others
      FROM heads GROUP BY scope`,
  } satisfies Joined,
};

/**
 * Reads lists with all ancestors of one commit, such as the head of a branch: the stored commits that can be reached by
 * `parent_ids`. If the head was read after the last sync of the list, the walk starts at the head; else at the commits
 * that this sync stored.
 */
function histories(db: Connection): ReturnType<Joined['open']> {
  // The last copy of a commit is used. That of the project comes first, because it lacks the numbers of changed lines
  const copies = db
    .prepare<[object], [key: number, at: Scope, id: string, isGone: 0 | 1, parents: string | null]>(
      `SELECT key, scope, id, is_gone, parent_ids FROM commits WHERE ${ofProject('scope')}
        ORDER BY scope = :scope, scope <> :project, is_gone DESC`,
    )
    .raw();
  const listed = db.prepare<[Scope], string>(`SELECT id FROM documents WHERE collection = 'commits' AND scope = ?`);
  const syncEnd = (collection: string, scope: string): string =>
    `(SELECT max(finished_at) FROM passes WHERE collection = '${collection}' AND scope = ${scope})`;
  const lastSync = db.prepare<[Scope], number | null>(`SELECT ${syncEnd('commits', '?')}`).pluck();
  /** The head of a ref: a branch, a SHA, or a tag that a deployment or a release names. `at`: when it was read. */
  const heads = db.prepare<[object], { sha: string; at: number | null }>(`
    SELECT commit_id AS sha, ${syncEnd('branches', ':project')} AS at FROM branches
      WHERE scope = :project AND is_gone = 0 AND (id = :ref OR (:ref = '${defaultRef}' AND is_default = 1))
    UNION ALL SELECT id, fetched_at FROM documents WHERE collection = 'commits' AND id = :ref AND ${ofProject('scope')}
    UNION ALL SELECT doc ->> 'sha', fetched_at FROM documents
      WHERE collection = 'deployments' AND scope = :project AND doc ->> 'ref' = :ref AND doc ->> '$.deployable.tag' = 1
    UNION ALL SELECT c.id, r.fetched_at FROM groupReleases n
      JOIN documents r ON r.collection = 'groupReleases' AND r.scope = n.scope AND r.id = n.id
      JOIN documents c ON c.collection = 'commits' AND c.id = r.doc ->> '$.commit.id' AND ${ofProject('c.scope')}
      WHERE n.tag_name = :ref AND c.doc ->> 'web_url' = r.doc ->> '$.commit.web_url'
    LIMIT 1`);

  return (scope, first) => {
    if (!isHistory(scope)) return null;
    const [project] = splitScope(scope);
    const own = new Set(listed.pluck().all(scope));
    const former: JoinedList['former'] = new Map();
    const stored = new Map<Key, { key: number; parents: string | null }>();
    for (const [key, at, id, isGone, parents] of copies.iterate({ project, scope })) {
      if (at === scope && own.has(id)) former.set(key, { id, isLive: isGone === 0 });
      stored.set(id, { key, parents });
    }
    const syncedAt = lastSync.get(scope) ?? null;
    const { ref_name: ref = defaultRef } = commitListOf(readScope(scope)?.revisions ?? '');
    const head = first === undefined ? heads.get({ project, ref }) : undefined;
    const isNewer = head !== undefined && stored.has(head.sha) && (head.at ?? 0) > (syncedAt ?? 0);
    const live = [...former.values()].flatMap(({ id, isLive }) => (isLive ? [id] : []));
    const toVisit: Key[] = first !== undefined ? [first] : isNewer ? [head.sha] : live;
    const reached = new Map<Key, number>();
    let isCut = false;
    for (let id = toVisit.pop(); id !== undefined; id = toVisit.pop()) {
      if (reached.has(id)) continue;
      const { key, parents = null } = stored.get(id) ?? {};
      isCut ||= parents === null;
      if (key === undefined) continue;
      reached.set(id, key);
      former.delete(key);
      toVisit.push(...(parents?.match(/[^"\n]+/g) ?? []));
    }
    return { keys: [...reached.values()], former, isCut, readAt: isNewer ? head.at : syncedAt, stored };
  };
}
