/** The owner of the texts of one collection. `drop` releases their memory. */
interface Holder {
  drop(): void;
}

const defaultLimit = 128 * 2 ** 20;

/** Keeps the texts of several collections below one limit in bytes: those used least recently are dropped. */
export function textMemory(limit = defaultLimit) {
  const held = new Map<Holder, number>();
  return {
    limit,
    /** Must be called after each use of the texts of a collection. */
    use(holder: Holder, sizeBytes: number): void {
      held.delete(holder);
      held.set(holder, sizeBytes);
      let total = [...held.values()].reduce((sum, size) => sum + size, 0);
      for (const [other, size] of held) {
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
