import { NoticeLink, type Notice } from '#shared/contract/notices.ts';
import type { Db } from './files/database.ts';
import { statements } from './files/statements.ts';

/** A notice about an observed state. */
export interface StoredAlert extends Omit<Notice, 'isRead'> {
  key: string;
  /** Epoch milliseconds; null: unread. */
  readAt: number | null;
  /** Whether it waits for the desktop, with `quiet` since quiet hours; `none`: it is never shown there. */
  desktop: 'waiting' | 'quiet' | 'shown' | 'none';
  shownAt: number | null;
}
export type NewAlert = Omit<StoredAlert, 'id' | 'shownAt'>;
export type Observed = Pick<StoredAlert, 'profileId' | 'kind' | 'key'>;

type Row = Omit<StoredAlert, 'link' | 'found'> & { link: string; found: string };

/** Older notices beyond this number are deleted. */
const maxAlerts = 5_000;
const columns = `id, profile_id AS profileId, kind, key, at, tone, subject, title, body, link, found, read_at AS readAt,
  desktop, shown_at AS shownAt`;
/** `null` stands for all ids or profiles. */
const chosen = '(:ids IS NULL OR id IN (SELECT value FROM json_each(:ids)))';
const ofProfile = '(:profileId IS NULL OR profile_id = :profileId)';

/** The last observed states of subjects, and the notices about their changes. */
export function alerts(db: Db) {
  const sql = statements(db);
  const find = db.prepare<[Observed], { isAlarm: number; storedAt: number }>(
    `SELECT is_alarm AS isAlarm, stored_at AS storedAt FROM observed_states
     WHERE profile_id = :profileId AND kind = :kind AND key = :key`,
  );
  const putState = db.prepare(
    `INSERT OR REPLACE INTO observed_states (profile_id, kind, key, is_alarm, stored_at)
     VALUES (:profileId, :kind, :key, :isAlarm, :at)`,
  );
  return {
    /** Run `work` in one transaction. */
    together: (work: () => void): void => db.transaction(work)(),
    /** The last stored state; null: this subject was never observed. */
    stateOf: (subject: Observed): { isAlarm: boolean; storedAt: number } | null => {
      const row = find.get(subject);
      return row === undefined ? null : { ...row, isAlarm: row.isAlarm === 1 };
    },
    putState: (state: Observed & { isAlarm: boolean; at: number }): void =>
      void putState.run({ ...state, isAlarm: Number(state.isAlarm) }),
    /** Add a notice, and delete the oldest ones beyond 5,000. */
    add: ({ link, found, ...alert }: NewAlert): void => {
      const { lastInsertRowid } = sql.run(
        `INSERT INTO alerts (profile_id, kind, key, at, tone, subject, title, body, link, found, read_at, desktop)
         VALUES (:profileId, :kind, :key, :at, :tone, :subject, :title, :body, :link, :found, :readAt, :desktop)`,
        { ...alert, link: JSON.stringify(link), found: JSON.stringify(found) },
      );
      sql.run('DELETE FROM alerts WHERE id <= ?', [Number(lastInsertRowid) - maxAlerts]);
    },
    /** Newest first. */
    list: (profileId: string | null, most: number): StoredAlert[] =>
      where(`${ofProfile} ORDER BY at DESC, id DESC LIMIT :most`, { profileId, most }),
    total: (profileId: string | null): number => counted(ofProfile, profileId),
    unread: (profileId: string | null): number => counted(`read_at IS NULL AND ${ofProfile}`, profileId),
    unreadAlarms: (): number => counted(`read_at IS NULL AND tone = 'alarm'`, null),
    markRead: (ids: readonly number[] | null, at: number): void =>
      void sql.run(`UPDATE alerts SET read_at = :at WHERE read_at IS NULL AND ${chosen}`, { ids: json(ids), at }),
    clear: (ids: readonly number[] | null): void =>
      void sql.run(`DELETE FROM alerts WHERE ${chosen}`, { ids: json(ids) }),
    /** Notices that are still to be shown on the desktop, oldest first. */
    toShow: (): StoredAlert[] =>
      where(`desktop IN ('waiting', 'quiet')
        AND profile_id NOT IN (SELECT id FROM profiles WHERE removal_began_at IS NOT NULL) ORDER BY id`),
    setDesktop: (ids: readonly number[], desktop: StoredAlert['desktop'], shownAt: number | null = null): void =>
      void sql.run(`UPDATE alerts SET desktop = :desktop, shown_at = :shownAt WHERE ${chosen}`, {
        ids: json(ids),
        desktop,
        shownAt,
      }),
    /** When the desktop last showed notices of this kind; null: never. */
    shownAt: (profileId: string, kind: string): number | null =>
      sql.value<number | null>('SELECT max(shown_at) FROM alerts WHERE profile_id = ? AND kind = ?', [
        profileId,
        kind,
      ]) ?? null,
    /** Delete notices and states of subjects that are older. */
    removeBefore: (at: number): void => {
      sql.run('DELETE FROM alerts WHERE at < ?', [at]);
      sql.run('DELETE FROM observed_states WHERE stored_at < ?', [at]);
    },
    removeOf: (profileId: string): void => {
      db.transaction(() => {
        sql.run('DELETE FROM alerts WHERE profile_id = ?', [profileId]);
        sql.run('DELETE FROM observed_states WHERE profile_id = ?', [profileId]);
      })();
    },
  };

  function where(condition: string, values: object = {}): StoredAlert[] {
    return sql.rows<Row>(`SELECT ${columns} FROM alerts WHERE ${condition}`, values).map(stored);
  }
  function counted(condition: string, profileId: string | null): number {
    return sql.value<number>(`SELECT count(*) FROM alerts WHERE ${condition}`, { profileId }) ?? 0;
  }
}
export type AlertTable = ReturnType<typeof alerts>;

const json = (ids: readonly number[] | null): string | null => (ids === null ? null : JSON.stringify(ids));

function stored({ link, found, ...row }: Row): StoredAlert {
  return { ...row, link: NoticeLink.parse(JSON.parse(link)), found: JSON.parse(found) as Notice['found'] };
}
