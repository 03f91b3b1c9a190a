/** Rows by id, in the order in which they were added. Ids are never reused. */
export interface Table<Row extends { id: number }> {
  /** Adds a row. Without an id it gets the next one. Returns the stored row. */
  add(row: Omit<Row, 'id'> & { id?: number }): Row;
  get(id: number): Row | undefined;
  remove(id: number): boolean;
  all(): Row[];
  find(test: (row: Row) => boolean): Row | undefined;
  filter(test: (row: Row) => boolean): Row[];
  /** Removes all matching rows, and returns their number. */
  removeWhere(test: (row: Row) => boolean): number;
  onAdd(listener: (row: Row) => void): void;
  /** Adds a listener that is called after a row was removed, to remove dependent rows. */
  onRemove(listener: (row: Row) => void): void;
  readonly size: number;
}

export function createTable<Row extends { id: number }>(firstId = 1): Table<Row> {
  const rows = new Map<number, Row>();
  const added: ((row: Row) => void)[] = [];
  const removed: ((row: Row) => void)[] = [];
  let nextId = firstId;
  const remove = (id: number) => {
    const row = rows.get(id);
    if (row === undefined) return false;
    rows.delete(id);
    for (const listener of removed) listener(row);
    return true;
  };
  return {
    add(given) {
      const row = { ...given, id: given.id ?? nextId } as Row;
      if (rows.has(row.id)) throw new Error(`id ${row.id} is taken`);
      nextId = Math.max(nextId, row.id + 1);
      rows.set(row.id, row);
      for (const listener of added) listener(row);
      return row;
    },
    get: (id) => rows.get(id),
    remove,
    all: () => [...rows.values()],
    find(test) {
      for (const row of rows.values()) if (test(row)) return row;
      return undefined;
    },
    filter: (test) => [...rows.values()].filter(test),
    removeWhere: (test) => [...rows.values()].filter(test).filter((row) => remove(row.id)).length,
    onAdd: (listener) => added.push(listener),
    onRemove: (listener) => removed.push(listener),
    get size() {
      return rows.size;
    },
  };
}
