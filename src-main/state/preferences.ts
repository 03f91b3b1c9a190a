import { Preferences } from '#shared/contract/host.ts';
import { fromJson } from '#shared/untrusted-json.ts';
import type { Db } from './files/database.ts';
import { upsertInto } from './files/statements.ts';

type Name = keyof Preferences;
const names = Object.keys(Preferences.shape) as Name[];

/** The settings of this installation. An invalid or unknown value falls back to its default; the others are kept. */
export function preferences(db: Db) {
  const rows = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM preferences');
  const get = (): Preferences => {
    const known = rows.all().flatMap(({ name, value }) => {
      const field = names.find((candidate) => candidate === name);
      const parsed = field === undefined ? undefined : Preferences.shape[field].safeParse(fromJson(value));
      return parsed?.success === true ? [[name, parsed.data] as const] : [];
    });
    return Preferences.parse(Object.fromEntries(known));
  };
  return {
    get,
    /** Change the given settings. Returns all settings. */
    set: (some: { [N in Name]?: Preferences[N] | undefined }): Preferences => {
      const put = db.prepare(upsertInto('preferences', 'name', 'value'));
      db.transaction(() => {
        for (const name of names) if (some[name] !== undefined) put.run({ name, value: JSON.stringify(some[name]) });
      })();
      return get();
    },
  };
}
