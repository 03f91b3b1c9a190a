/** Rows per request. */
const atOnce = 200;

/** The rows of a list in the core, at most `most`. Fails: as `list`. */
export async function allRows<Row>(
  list: (slice: { from: number; count: number }) => Promise<{ rows: Row[]; total: number }>,
  most = Infinity,
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const { rows, total } = await list({ from: all.length, count: Math.min(atOnce, most - all.length) });
    all.push(...rows);
    if (rows.length === 0 || all.length >= Math.min(total, most)) return all;
  }
}
