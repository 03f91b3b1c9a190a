import { z } from 'zod';
import { Capability } from '#shared/contract/profiles.ts';
import type { Db } from './files/database.ts';

const Capabilities = z.array(Capability);

/** What each profile's token was last seen to be allowed, so that it is known offline too. */
export function capabilities(db: Db) {
  return {
    /** Empty when never asked, or written by a program of another shape. */
    of: (profileId: string): Capability[] => {
      const doc = db
        .prepare<[string], string>('SELECT doc FROM capabilities WHERE profile_id = ?')
        .pluck()
        .get(profileId);
      return doc === undefined ? [] : (Capabilities.safeParse(JSON.parse(doc)).data ?? []);
    },
    put: (profileId: string, asked: readonly Capability[]): void => {
      db.prepare(
        `INSERT INTO capabilities (profile_id, doc) VALUES (?, ?)
         ON CONFLICT (profile_id) DO UPDATE SET doc = excluded.doc`,
      ).run(profileId, JSON.stringify(asked));
    },
    remove: (profileId: string): void => {
      db.prepare('DELETE FROM capabilities WHERE profile_id = ?').run(profileId);
    },
  };
}
