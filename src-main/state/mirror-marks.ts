import { z } from 'zod';
import type { Db } from './files/database.ts';

/** Which mirror a mark is about. `scope` as in the cache. */
export interface MirrorAt {
  profileId: string;
  scope: string;
  id: number;
}

const moment = z.number().int();

/**
 * What happened to a mirror, by kind.
 * `update`: an update ended; `startedAt` null: its start was not seen; `medianMs`: the median duration before it.
 * `enabled`: the mirror was enabled or disabled. `host-keys`: its host keys changed. Both are also written when the
 * mirror is first seen (`isFirst`). `accepted-keys`: a person accepted these host keys. `muted`: its alarms are muted
 * until then; null: no longer.
 */
const marks = {
  update: z.object({
    endedAt: moment,
    startedAt: moment.nullable(),
    isOk: z.boolean(),
    isSlow: z.boolean(),
    medianMs: z.number().nullable(),
    error: z.string().nullable(),
  }),
  enabled: z.object({ isEnabled: z.boolean(), isFirst: z.boolean() }),
  'host-keys': z.object({ keys: z.array(z.string()), isFirst: z.boolean() }),
  'accepted-keys': z.object({ keys: z.array(z.string()) }),
  muted: z.object({ until: moment.nullable() }),
} as const;

export type MirrorMarkKind = keyof typeof marks;
export type MirrorMarkOf<K extends MirrorMarkKind> = z.infer<(typeof marks)[K]>;
export type MirrorMark = { [K in MirrorMarkKind]: { kind: K } & MirrorMarkOf<K> }[MirrorMarkKind];

/** The address of a mirror in its profile, in the order of the index. */
export type MirrorPosition = Omit<MirrorAt, 'profileId'>;

/** Which updates of each mirror are kept. */
export interface PruningLimits {
  /** The newest ones, whatever their age. */
  always: number;
  /** The newest ones, if they are not older than `before`. */
  most: number;
  /** Epoch milliseconds. */
  before: number;
}

/**
 * What happened to mirrors, seen by Reeve. Deleted with the profile, but not with its cache. Append-only, with one exception:
 * `prune` deletes old marks of the kind `update`. Marks of the other kinds hold the current state and are never deleted.
 */
export function mirrorMarks(db: Db) {
  const insert = db.prepare(
    'INSERT INTO mirror_marks (profile_id, scope, mirror_id, kind, at, doc) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const newest = db.prepare<[string, string, number, string, number], { at: number; doc: string }>(
    `SELECT at, doc FROM mirror_marks WHERE profile_id = ? AND scope = ? AND mirror_id = ? AND kind = ?
     ORDER BY sequence DESC LIMIT ?`,
  );
  const mirrorFrom = db.prepare<[string, string, number], MirrorPosition>(
    `SELECT scope, mirror_id AS id FROM mirror_marks WHERE profile_id = ? AND (scope, mirror_id) >= (?, ?)
     ORDER BY scope, mirror_id LIMIT 1`,
  );
  const ofUpdates = `profile_id = @profileId AND scope = @scope AND mirror_id = @id AND kind = 'update'`;
  const nthNewest = db
    .prepare<[MirrorAt & { offset: number }], number>(
      `SELECT sequence FROM mirror_marks WHERE ${ofUpdates} ORDER BY sequence DESC LIMIT 1 OFFSET @offset`,
    )
    .pluck();
  const removeOld = db.prepare(
    `DELETE FROM mirror_marks WHERE sequence IN (
       SELECT sequence FROM mirror_marks
       WHERE ${ofUpdates} AND sequence < @always AND (sequence < @most OR at < @before)
       ORDER BY sequence LIMIT @rows)`,
  );

  /** Delete at most this many updates of a mirror, the oldest first. Returns how many. */
  function pruneMirror(mirror: MirrorAt, { always, most, before }: PruningLimits, rows: number): number {
    const oldestOf = (count: number): number => nthNewest.get({ ...mirror, offset: count - 1 }) ?? 0;
    const kept = oldestOf(always);
    if (kept === 0) return 0;
    return removeOld.run({ ...mirror, always: kept, most: oldestOf(most), before, rows }).changes;
  }

  return {
    add: (all: readonly { mirror: MirrorAt; mark: MirrorMark }[], now: number): void => {
      if (all.length === 0) return;
      db.transaction(() => {
        for (const { mirror, mark } of all) {
          const { kind, ...doc } = mark;
          // A number would be stored as REAL
          insert.run(mirror.profileId, mirror.scope, BigInt(mirror.id), kind, now, JSON.stringify(doc));
        }
      }).immediate();
    },
    /** The newest marks of one kind, newest first, with the time when Reeve saw them. */
    newest: <K extends MirrorMarkKind>(
      { profileId, scope, id }: MirrorAt,
      kind: K,
      most: number,
    ): (MirrorMarkOf<K> & { at: number })[] =>
      newest
        .all(profileId, scope, id, kind, most)
        .map(({ at, doc }) => ({ ...(marks[kind].parse(JSON.parse(doc)) as MirrorMarkOf<K>), at })),
    /**
     * Delete old updates of the mirrors of a profile in one transaction: of at most `batch.mirrors` mirrors, beginning at
     * `from`, and at most `batch.rows` marks. Returns the mirror at which the next call begins; null: all are done.
     */
    prune: (
      profileId: string,
      {
        from,
        limits,
        batch,
      }: { from: MirrorPosition; limits: PruningLimits; batch: { mirrors: number; rows: number } },
    ): MirrorPosition | null =>
      db
        .transaction((): MirrorPosition | null => {
          let deleted = 0;
          let next = mirrorFrom.get(profileId, from.scope, from.id) ?? null;
          for (let done = 0; next !== null && done < batch.mirrors; done += 1) {
            deleted += pruneMirror({ profileId, ...next }, limits, batch.rows - deleted);
            if (deleted >= batch.rows) break;
            next = mirrorFrom.get(profileId, next.scope, next.id + 1) ?? null;
          }
          return next;
        })
        .immediate(),
  };
}
