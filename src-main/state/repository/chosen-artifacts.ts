import { ArtifactSource } from '#shared/contract/artifact-files.ts';
import type { Db } from '../files/database.ts';
import { fromStoredJson, storedJson } from '../stored-json.ts';

/** An artifact that a person chose to keep offline. `key`: of its content in `blobs.db`. Time in epoch milliseconds. */
export interface ChosenArtifact {
  key: string;
  source: ArtifactSource;
  chosenAt: number;
}

/** The artifacts that a person chose to keep offline. Deleted with the profile. */
export function chosenArtifacts(db: Db) {
  const put = db.prepare(
    `INSERT INTO chosen_artifacts (profile_id, key, doc, chosen_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (profile_id, key) DO UPDATE SET doc = excluded.doc`,
  );
  const remove = db.prepare('DELETE FROM chosen_artifacts WHERE profile_id = ? AND key = ?');
  const of = db.prepare<[string], Omit<ChosenArtifact, 'source'> & { doc: string }>(
    'SELECT key, doc, chosen_at AS chosenAt FROM chosen_artifacts WHERE profile_id = ? ORDER BY rowid',
  );
  return {
    put: (profileId: string, { key, source, chosenAt }: ChosenArtifact): void =>
      void put.run(profileId, key, storedJson(source), Math.round(chosenAt)),
    remove: (profileId: string, key: string): void => void remove.run(profileId, key),
    /** In the order in which they were chosen. Sources that this version cannot read are left out. */
    of: (profileId: string): ChosenArtifact[] =>
      of.all(profileId).flatMap(({ doc, ...row }) => {
        const { data: source } = ArtifactSource.safeParse(fromStoredJson(doc));
        return source === undefined ? [] : [{ ...row, source }];
      }),
  };
}
