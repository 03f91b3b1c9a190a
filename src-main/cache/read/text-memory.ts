/** The owner of the texts of one collection. `drop` releases their memory. */
interface Holder {
  drop(): void;
}

const defaultLimit = 192 * 2 ** 20;
/** Texts that were searched within this time are not dropped for those of another collection that has an index. */
const recentMs = 60_000;

/** Keeps the texts of several collections below one limit in bytes: those used least recently are dropped. */
export function textMemory(limit = defaultLimit, now = Date.now) {
  const held = new Map<Holder, { sizeBytes: number; usedAt: number }>();
  return {
    limit,
    /** The part of the limit that is not taken by texts of other collections that were searched recently. */
    roomFor(holder: Holder): number {
      const recent = [...held].filter(([other, { usedAt }]) => other !== holder && usedAt > now() - recentMs);
      return recent.reduce((room, [, { sizeBytes }]) => room - sizeBytes, limit);
    },
    /** Must be called after each use of the texts of a collection. */
    use(holder: Holder, sizeBytes: number): void {
      held.delete(holder);
      held.set(holder, { sizeBytes, usedAt: now() });
      let total = [...held.values()].reduce((sum, one) => sum + one.sizeBytes, 0);
      for (const [other, { sizeBytes: size }] of held) {
        if (total <= limit || other === holder) return;
        held.delete(other);
        other.drop();
        total -= size;
      }
    },
    release: (holder: Holder): void => void held.delete(holder),
  };
}

export type TextMemory = ReturnType<typeof textMemory>;
