import { peopleCollections } from '#shared/contract/search.ts';
import { stored } from '../../key.ts';
import type { Connection } from '../../open-cache.ts';
import { plainBlock, writeBlock } from './state-blocks.ts';

/** An account, with all names and addresses that it is known by. */
export interface Person {
  id: number;
  usernames: readonly string[];
  names: readonly string[];
  emails: readonly string[];
}

/** The text that replaces a value. */
const forgottenValue = { forgotten: true } as const;

/** The number of entries, and of rows in stored states, that are about the person. */
export interface ForgottenCounts {
  entries: number;
  states: number;
}

const people: readonly string[] = peopleCollections;

/**
 * Replace what both files store about a person with a placeholder: all values of the rows of the account, and other values that
 * contain one of its names or the account itself. Kinds and times stay. `isDry`: only count. Afterwards, the free pages of
 * `history.db` do not contain the former values either.
 */
export function forgetPerson(cache: Connection, history: Connection, person: Person, isDry = false): ForgottenCounts {
  const without = eraser(person);
  const entries =
    entriesIn(history, 'entries', '(SELECT name FROM names WHERE names.n = entries.collection)') +
    entriesIn(cache, 'history_outbox', 'collection');
  if (!isDry) cache.prepare(ownWrites).run(...peopleValues(person));
  const counts = { entries, states: statesIn() };
  if (!isDry) {
    history.exec('VACUUM');
    for (const db of [history, cache]) db.pragma('wal_checkpoint(TRUNCATE)');
  }
  return counts;

  function entriesIn(db: Connection, table: string, name: string): number {
    const update = db.prepare(`UPDATE ${table} SET fields = ? WHERE n = ?`);
    const rows = db
      .prepare<[], { n: number; name: string; id: unknown; fields: string }>(
        `SELECT n, ${name} AS name, id, fields FROM ${table} WHERE fields IS NOT NULL`,
      )
      .iterate();
    const changed: [fields: string, n: number][] = [];
    for (const row of rows) {
      const isOwn = row.id === person.id && people.includes(row.name);
      if (!isOwn && !without.mayName(row.fields)) continue;
      const before: unknown = JSON.parse(row.fields);
      const fields = JSON.stringify(isOwn ? marked(before) : without.person(before));
      if (fields !== JSON.stringify(before)) changed.push([fields, row.n]);
    }
    if (!isDry) db.transaction(() => changed.forEach((one) => update.run(...one)))();
    return changed.length;
  }

  function statesIn(): number {
    const update = history.prepare('UPDATE states SET block = ? WHERE rowid = ?');
    const blocks = history.prepare<[], { rowid: number; name: string }>(
      'SELECT states.rowid AS rowid, name FROM states JOIN names ON names.n = states.collection',
    );
    const bytes = history.prepare<[number], Uint8Array>('SELECT block FROM states WHERE rowid = ?').pluck();
    let count = 0;
    for (const { rowid, name } of blocks.all()) {
      const block = plainBlock(bytes.get(rowid) ?? new Uint8Array());
      let changed = 0;
      for (const row of block.rows) {
        const isOwn = row[1] === person.id && people.includes(name);
        const values = row.slice(3);
        const left = isOwn
          ? values.map((value) => (value === undefined ? value : forgottenValue))
          : without.person(values);
        if (left === values || JSON.stringify(left) === JSON.stringify(values)) continue;
        row.splice(3, values.length, ...(left as unknown[]));
        changed += 1;
      }
      count += changed;
      if (changed > 0 && !isDry) update.run(writeBlock(block), rowid);
    }
    return count;
  }
}

const ownWrites = `DELETE FROM own_writes WHERE id = ? AND collection IN (SELECT value FROM json_each(?))`;
const peopleValues = ({ id }: Person) => [stored(id), JSON.stringify(people)];

/** The fields of an entry without their values. Names of hidden fields stay. */
function marked(fields: unknown): unknown {
  if (Array.isArray(fields) || typeof fields !== 'object' || fields === null) return fields;
  // A change has two values, a row one
  const replaced = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(() => forgottenValue) : forgottenValue;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, replaced(value)]));
}

/** Replaces what names a person. */
function eraser({ id, usernames, names, emails }: Person) {
  const texts = [...usernames, ...names, ...emails].filter((text) => text !== '');
  const escaped = texts.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  // As whole words: a short username is part of many other texts
  const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
  const isNamed = (text: string): boolean => texts.length > 0 && named.test(text);
  const account = new RegExp(`"id":${id}\\b`);
  return { mayName: (json: string): boolean => account.test(json) || isNamed(unescaped(json)), person: withoutPerson };

  function withoutPerson(value: unknown): unknown {
    if (typeof value === 'string') return isNamed(value) ? forgottenValue : value;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(withoutPerson);
    const isAccount = 'username' in value && 'id' in value && value.id === id;
    if (isAccount) return forgottenValue;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutPerson(inner)]));
  }
}

/** JSON escapes quotes and backslashes in texts. */
const unescaped = (json: string): string => json.replaceAll(/\\(["\\])/g, '$1');
