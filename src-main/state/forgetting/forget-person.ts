import { Failure } from '#shared/errors.ts';
import { forgotten } from '#shared/text/en/forgotten.ts';
import { checkpoint, type Db } from '../files/database.ts';
import type { Journal } from '../journal.ts';
import { personReplacer, type PersonReplacer, type PersonTexts } from './person-texts.ts';
import { statements } from '../files/statements.ts';

interface Needs {
  /** `state.db`. */
  db: Db;
  /** `archive.db`. */
  archive: Db;
  journal: Pick<Journal, 'markChanged'>;
  /** Lets other work run between two pieces. */
  pause: () => Promise<void>;
}

/** The rows in which something was replaced, or would be. */
export interface ForgottenRows {
  archived: number;
  notices: number;
  journal: number;
}

/**
 * `docs`: columns with JSON. `fields`: the only fields of the JSON in which texts are replaced; absent: in all fields. `key`:
 * the columns of the primary key.
 */
interface Table {
  name: string;
  key: readonly string[];
  texts: readonly string[];
  docs: readonly string[];
  fields?: readonly string[];
  where: string;
}
type Row = Readonly<Record<string, unknown>>;

const ofProfile = 'profile_id = :profileId';
const hasEnded = `state IN ('done', 'cancelled')`;
const ended = `SELECT id FROM plans WHERE ${ofProfile} AND ${hasEnded}`;
const table = (name: string, key: string, over: Partial<Table>): Table => ({
  ...{ name, key: key.split(' '), texts: [], docs: ['doc'], where: ofProfile },
  ...over,
});
const alerts = table('alerts', 'id', { texts: ['subject', 'title', 'body'], docs: ['link', 'found'] });
const journalTable = table('journal', 'id', { texts: ['user', 'said', 'hay'] });
const archiveTables = [table('kept', 'sequence', {}), table('mirror_marks', 'sequence', {})];
const otherTables = [
  table('plans', 'id', { where: `${ofProfile} AND ${hasEnded}` }),
  table('plan_rows', 'plan_id position', { where: `plan_id IN (${ended})` }),
  table('jobs', 'id', { where: `${ofProfile} AND state IN ('done', 'failed', 'cancelled')` }),
  table('imports', 'profile_id project_id', {}),
  // A label can be a path in the namespace of the person. The other fields are needed for syncs
  table('pins', 'id', { fields: ['label'] }),
  table('pin_items', 'pin_id source key', {
    fields: ['label'],
    where: `pin_id IN (SELECT id FROM pins WHERE ${ofProfile})`,
  }),
  table('dependency_exports', 'journal_id', { texts: ['label'], fields: ['reportedMessage'] }),
];
const rowsOfNotEnded = table('plan_rows', 'plan_id position', {
  where: `plan_id IN (SELECT id FROM plans WHERE ${ofProfile} AND NOT ${hasEnded})`,
});
const pieceRows = 500;

/**
 * Replace what identifies a person in `state.db` and `archive.db` with a placeholder: in notices, the journal, ended plans and
 * jobs, and in archived rows. Times, kinds and IDs stay. An entry of the journal that contained the person can't be undone
 * any more. `isDry`: only count. Can be repeated.
 * Fails: `conflict` if a plan that has not ended contains the person, because the plan would send the placeholder.
 */
export async function forgetInState(
  { db, archive, journal, pause }: Needs,
  { profileId, ...texts }: PersonTexts & { profileId: string },
  isDry = false,
): Promise<ForgottenRows> {
  const replace = personReplacer(texts);
  const rewritten = (file: Db, one: Table, isCounted = isDry) => rewrite(file, one, profileId, isCounted);
  // In the same transaction, because the undo would send the placeholder
  const keepFromUndo = db.prepare(
    `UPDATE journal SET can_undo = 0, doc = json_set(doc, '$.undo', json(:undo)) WHERE id = :id`,
  );
  const undo = JSON.stringify({ kind: 'none', why: forgotten.noUndo });
  if (!isDry && (await rewritten(db, rowsOfNotEnded, true)).length > 0)
    throw new Failure('conflict', 'a plan that has not ended contains the person', {
      reportedMessage: forgotten.isPlanned,
    });
  const notices = await rewritten(db, alerts);
  const entries = await rewritten(db, journalTable);
  const archived: Row[] = [];
  for (const one of archiveTables) archived.push(...(await rewritten(archive, one)));
  const counts = { archived: archived.length, notices: notices.length, journal: entries.length };
  if (isDry) return counts;
  for (const { id } of entries) journal.markChanged(Number(id));
  for (const one of otherTables) await rewritten(db, one);
  // Free pages of the files still contain the former texts
  for (const file of [db, archive]) {
    file.exec('VACUUM');
    checkpoint(file);
  }
  return counts;

  /** Returns the keys of the rows that contain the person. */
  async function rewrite(file: Db, one: Table, id: string, isCounted: boolean) {
    const { name, key, texts: plain, docs, where } = one;
    const found: Row[] = [];
    const keys = key.join(', ');
    const named = key.map((column) => `:${column}`);
    const select = `SELECT ${[...key, ...plain, ...docs].join(', ')} FROM ${name} WHERE ${where}`;
    const update = `UPDATE ${name} SET ${[...plain, ...docs].map((column) => `${column} = :${column}`).join(', ')}
      WHERE (${keys}) = (${named.join(', ')})`;
    let last: Row | undefined;
    do {
      const after = last === undefined ? '' : ` AND (${keys}) > (${named.join(', ')})`;
      const piece = statements(file).rows<Row>(`${select}${after} ORDER BY ${keys} LIMIT ${pieceRows}`, {
        ...last,
        profileId: id,
      });
      last = piece.length < pieceRows ? undefined : piece.at(-1);
      file.transaction(() => {
        const put = file.prepare(update);
        for (const row of piece) {
          const fresh = replaced(row, one, replace);
          if (fresh === null) continue;
          found.push(Object.fromEntries(key.map((column) => [column, row[column]])));
          if (isCounted) continue;
          put.run(fresh);
          if (name === journalTable.name) keepFromUndo.run({ id: row['id'], undo });
        }
      })();
      await pause();
    } while (last !== undefined);
    return found;
  }
}

/** Null: nothing is replaced. */
function replaced(row: Row, { texts: plain, docs, fields }: Table, by: PersonReplacer): Row | null {
  const fresh: Record<string, unknown> = { ...row };
  for (const column of plain) if (typeof row[column] === 'string') fresh[column] = by.text(row[column]);
  for (const column of docs) if (typeof row[column] === 'string') fresh[column] = by.json(row[column], fields);
  return [...plain, ...docs].some((column) => fresh[column] !== row[column]) ? fresh : null;
}
