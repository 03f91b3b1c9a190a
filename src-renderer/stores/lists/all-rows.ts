/** The largest number of rows in a slice. */
const atOnce = 200;

type Slice = { from: number; count: number };

/** The last reply of a list with all of its rows, requested in slices of 200; at most `most` rows. Fails: as `list`. */
export async function withAllRows<Reply extends { rows: readonly unknown[]; total: number }>(
  list: (slice: Slice) => Promise<Reply>,
  most = Infinity,
): Promise<Reply & { rows: Reply['rows'][number][] }> {
  const rows: Reply['rows'][number][] = [];
  for (;;) {
    const reply = await list({ from: rows.length, count: Math.min(atOnce, most - rows.length) });
    rows.push(...reply.rows);
    if (reply.rows.length === 0 || rows.length >= Math.min(reply.total, most)) return { ...reply, rows };
  }
}

/** All rows of a list, at most `most`. Fails: as `list`. */
export async function allRows<Row>(
  list: (slice: Slice) => Promise<{ rows: Row[]; total: number }>,
  most = Infinity,
): Promise<Row[]> {
  return (await withAllRows(list, most)).rows;
}
