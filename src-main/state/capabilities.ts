import { z } from 'zod';
import { Capability } from '#shared/contract/profiles.ts';
import type { Db } from './files/database.ts';
import { statements, upsertInto } from './files/statements.ts';
import { fromStoredJson, storedJson } from './stored-json.ts';

const Capabilities = z.array(Capability);

/** The last known permissions of each profile's token, so that they are known offline. */
export function capabilities(db: Db) {
  const sql = statements(db);
  return {
    /** Empty if never checked, or stored in an unknown format. */
    of: (profileId: string): Capability[] => {
      const doc = sql.value<string>('SELECT doc FROM capabilities WHERE profile_id = ?', [profileId]);
      return doc === undefined ? [] : (Capabilities.safeParse(fromStoredJson(doc)).data ?? []);
    },
    put: (profileId: string, results: readonly Capability[]): void =>
      void sql.run(upsertInto('capabilities', 'profile_id', 'doc'), { profileId, doc: storedJson(results) }),
    remove: (profileId: string): void => void sql.run('DELETE FROM capabilities WHERE profile_id = ?', [profileId]),
  };
}
