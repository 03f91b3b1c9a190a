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

/** What happened to mirrors, seen by Reeve. Append-only, and not deleted with the cache of a profile. */
export function mirrorMarks(db: Db) {
  const insert = db.prepare(
    'INSERT INTO mirror_marks (profile_id, scope, mirror_id, kind, at, doc) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const newest = db.prepare<[string, string, number, string, number], { at: number; doc: string }>(
    `SELECT at, doc FROM mirror_marks WHERE profile_id = ? AND scope = ? AND mirror_id = ? AND kind = ?
     ORDER BY sequence DESC LIMIT ?`,
  );
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
  };
}
