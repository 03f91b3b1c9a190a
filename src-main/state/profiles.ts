import { randomUUID } from 'node:crypto';
import { Profile } from '#shared/contract/profiles.ts';
import type { ProfileInput } from '#shared/contract/profiles.ts';
import { Failure } from '#shared/errors.ts';
import { checkpoint, type Db } from './files/database.ts';
import { statements } from './files/statements.ts';

/** A profile as it is stored; its token is only in the keychain. */
export const StoredProfile = Profile.omit({ hasToken: true, tokenMismatch: true });
export type StoredProfile = Omit<Profile, 'hasToken' | 'tokenMismatch'>;
/** The input of a person without the token, which is never stored here. */
export type StoredProfileInput = Omit<ProfileInput, 'token'>;

interface Row {
  read_only: number;
  allow_plain_http: number;
  [column: string]: unknown;
}

const columns = `id, name, colour, url, dialect, read_only, proxy, ca, allow_plain_http,
  NULLIF(proposed_dialect, dialect) AS proposedDialect, created_at AS createdAt, last_opened_at AS lastOpenedAt`;

function fromRow({ read_only, allow_plain_http, ...rest }: Row): StoredProfile {
  return StoredProfile.parse({ ...rest, readOnly: read_only === 1, allowPlainHttp: allow_plain_http === 1 });
}

function toRow(input: StoredProfileInput) {
  const { name, colour, url, dialect, readOnly, proxy, ca, allowPlainHttp } = input;
  return { name, colour, url, dialect, readOnly: Number(readOnly), proxy, ca, allowPlainHttp: Number(allowPlainHttp) };
}

/** Fails: `missing`. */
export function requireProfile(get: (id: string) => StoredProfile | null, id: string): StoredProfile {
  const profile = get(id);
  if (profile === null) throw new Failure('missing', 'no such profile');
  return profile;
}

/**
 * The profiles of `state.db`. A profile that is being removed is found only by `beingRemoved`. A checkpoint after each
 * change by a person moves it from the log to the file. Times are epoch milliseconds.
 */
export function profiles(db: Db) {
  const sql = statements(db);
  const beingRemoved = (): string[] => sql.values<string>('SELECT id FROM profiles WHERE removal_began_at IS NOT NULL');
  /** Also those that this run has removed. */
  const removed = new Set(beingRemoved());
  const setRemoval = db.prepare('UPDATE profiles SET removal_began_at = ? WHERE id = ?');
  const get = (id: string): StoredProfile | null => {
    if (removed.has(id)) return null;
    return sql.rows<Row>(`SELECT ${columns} FROM profiles WHERE id = ?`, [id]).map(fromRow)[0] ?? null;
  };

  return {
    /** In the order of creation. */
    list: (): StoredProfile[] =>
      sql
        .rows<Row>(`SELECT ${columns} FROM profiles ORDER BY created_at, id`)
        .map(fromRow)
        .filter(({ id }) => !removed.has(id)),
    get,
    /** From now on nothing uses the profile, also after a restart. */
    beginRemoval: (id: string, now: number): void => {
      setRemoval.run(now, id);
      removed.add(id);
      checkpoint(db);
    },
    /** Nothing of the profile was deleted: it is used again. */
    cancelRemoval: (id: string): void => {
      setRemoval.run(null, id);
      removed.delete(id);
      checkpoint(db);
    },
    /** Whether the profile is being removed, or was removed since the start. */
    isRemoved: (id: string): boolean => removed.has(id),
    beingRemoved,
    add: (input: StoredProfileInput, now: number): StoredProfile => {
      const id = randomUUID();
      sql.run(
        `INSERT INTO profiles (id, name, colour, url, dialect, read_only, proxy, ca, allow_plain_http, created_at)
         VALUES (:id, :name, :colour, :url, :dialect, :readOnly, :proxy, :ca, :allowPlainHttp, :now)`,
        { id, now, ...toRow(input) },
      );
      checkpoint(db);
      return requireProfile(get, id);
    },
    /** Fails: `missing`. */
    edit: (id: string, input: StoredProfileInput): StoredProfile => {
      sql.run(
        `UPDATE profiles SET name = :name, colour = :colour, url = :url, dialect = :dialect, read_only = :readOnly,
         proxy = :proxy, ca = :ca, allow_plain_http = :allowPlainHttp WHERE id = :id`,
        { id, ...toRow(input) },
      );
      checkpoint(db);
      return requireProfile(get, id);
    },
    /** Propose another dialect, until a person has chosen one. Returns whether the proposal is new. */
    proposeDialect: (id: string, dialect: StoredProfile['dialect']): boolean =>
      sql.run(
        `UPDATE profiles SET proposed_dialect = :dialect
         WHERE id = :id AND has_chosen_dialect = 0 AND :dialect NOT IN (dialect, IFNULL(proposed_dialect, ''))`,
        { id, dialect },
      ).changes > 0,
    /** The choice of a person, after which no dialect is proposed. Fails: `missing`. */
    chooseDialect: (id: string, dialect: StoredProfile['dialect']): StoredProfile => {
      sql.run('UPDATE profiles SET dialect = ?, proposed_dialect = NULL, has_chosen_dialect = 1 WHERE id = ?', [
        dialect,
        id,
      ]);
      checkpoint(db);
      return requireProfile(get, id);
    },
    hasChosenDialect: (id: string): boolean =>
      sql.value<number>('SELECT has_chosen_dialect FROM profiles WHERE id = ?', [id]) === 1,
    setProxy: (id: string, proxy: string | null): void =>
      void sql.run('UPDATE profiles SET proxy = ? WHERE id = ?', [proxy, id]),
    /** Fails: `missing`. */
    markOpened: (id: string, now: number): StoredProfile => {
      sql.run('UPDATE profiles SET last_opened_at = ? WHERE id = ?', [now, id]);
      return requireProfile(get, id);
    },
    /** When the instance last replied; null: not known. */
    reachedAt: (id: string): number | null =>
      sql.value<number | null>('SELECT last_reached_at FROM profiles WHERE id = ?', [id]) ?? null,
    setReachedAt: (id: string, at: number): void =>
      void sql.run('UPDATE profiles SET last_reached_at = ? WHERE id = ?', [at, id]),
    /** Returns whether the profile existed. */
    remove: (id: string): boolean => {
      const { changes } = sql.run('DELETE FROM profiles WHERE id = ?', [id]);
      checkpoint(db);
      return changes > 0;
    },
  };
}
