import type { Scope } from '#shared/contract/scope.ts';
import type { Db } from '../files/database.ts';
import { upsertInto } from '../files/statements.ts';

/** Commits that are being prepared, one for each project. Deleted with the profile. */
export function commitDrafts(db: Db) {
  const get = db.prepare<[string, string], { draft: string; savedAt: number }>(
    'SELECT doc AS draft, saved_at AS savedAt FROM commit_drafts WHERE profile_id = ? AND scope = ?',
  );
  const put = db.prepare(upsertInto('commit_drafts', 'profile_id, scope', 'doc, saved_at'));
  const remove = db.prepare('DELETE FROM commit_drafts WHERE profile_id = ? AND scope = ?');
  return {
    /** Null: none is stored. */
    get: (profileId: string, scope: Scope) => get.get(profileId, scope) ?? null,
    /** `savedAt`: epoch milliseconds. */
    put: (profileId: string, scope: Scope, draft: string, savedAt: number): void =>
      void put.run({ profileId, scope, doc: draft, savedAt: Math.round(savedAt) }),
    remove: (profileId: string, scope: Scope): void => void remove.run(profileId, scope),
  };
}
export type CommitDraftTable = ReturnType<typeof commitDrafts>;
