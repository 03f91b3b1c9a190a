import { z } from 'zod';
import { Capability } from '#shared/contract/profiles.ts';
import type { Db } from './files/database.ts';
import { fromStoredJson, storedJson } from './stored-json.ts';

const Capabilities = z.array(Capability);

/** The last known permissions of each profile's token, so that they are known offline. */
export function capabilities(db: Db) {
  return {
    /** Empty if never checked, or stored in an unknown format. */
    of: (profileId: string): Capability[] => {
      const doc = db
        .prepare<[string], string>('SELECT doc FROM capabilities WHERE profile_id = ?')
        .pluck()
        .get(profileId);
      return doc === undefined ? [] : (Capabilities.safeParse(fromStoredJson(doc)).data ?? []);
    },
    put: (profileId: string, results: readonly Capability[]): void => {
      db.prepare(
        `INSERT INTO capabilities (profile_id, doc) VALUES (?, ?)
         ON CONFLICT (profile_id) DO UPDATE SET doc = excluded.doc`,
      ).run(profileId, storedJson(results));
    },
    remove: (profileId: string): void => {
      db.prepare('DELETE FROM capabilities WHERE profile_id = ?').run(profileId);
    },
  };
}
