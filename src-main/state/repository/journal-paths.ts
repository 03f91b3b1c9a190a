import type { Db } from '../files/database.ts';

interface Entry {
  id: number;
  project: string | number;
  path: string | null;
  actions: string | null;
}

const isOp = 'op IN (SELECT value FROM json_each(?))';

/** The paths of files in the applied writes of the journal. */
export function journalPaths(db: Db) {
  const open = db
    .prepare<[string, number, string], number>(
      `SELECT min(id) FROM journal WHERE profile_id = ? AND id > ? AND ${isOp} AND state = 'intended'`,
    )
    .pluck();
  // The contents of the files, which can be large, are not read
  const applied = db.prepare<[string, number, number, string], Entry>(
    `SELECT id, doc ->> '$.write.path.id' AS project, doc ->> '$.write.path.file_path' AS path,
       (SELECT json_group_array(json_array(value ->> '$.file_path', value ->> '$.previous_path'))
        FROM json_each(journal.doc, '$.write.body.actions')) AS actions
     FROM journal WHERE profile_id = ? AND id > ? AND id < ? AND ${isOp} AND state = 'applied' ORDER BY id`,
  );

  return {
    /**
     * Paths in entries of some operations after an ID. `projects`: the ID and the path of the project. `until`: where the
     * next call continues; entries without an outcome are read then.
     */
    after(
      profileId: string,
      { operations, projects }: { operations: readonly string[]; projects: ReadonlySet<string> },
      id: number,
    ): { found: string[]; until: number } {
      const ops = JSON.stringify(operations);
      const end = open.get(profileId, id, ops) ?? Number.MAX_SAFE_INTEGER;
      let until = id;
      const found: string[] = [];
      for (const entry of applied.all(profileId, id, end, ops)) {
        until = entry.id;
        if (!projects.has(String(entry.project))) continue;
        const inActions = entry.actions === null ? [] : (JSON.parse(entry.actions) as unknown[]).flat();
        found.push(...[entry.path, ...inActions].filter((path): path is string => typeof path === 'string'));
      }
      return { found, until };
    },
  };
}
