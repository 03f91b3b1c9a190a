import type { Platform } from '../../platform/platform.ts';

export type Row = Readonly<Record<string, unknown>>;
/** A list of one place: its collection and scope in Reeve, and its path in the API. */
export interface ListAt {
  collection: string;
  scope: string;
  path: string;
}
/** What a list contained when a sync of it ended; null: it was refused. */
interface Snapshot {
  at: number;
  rows: ReadonlyMap<number | string, Row> | null;
}

/**
 * Records what the platform replies for each list, independent of the client. The answer for a moment is the last reply
 * before it.
 */
export function listsThen({ url }: Pick<Platform, 'url'>) {
  const snapshots = new Map<string, Snapshot[]>();
  const nameOf = ({ collection, scope }: Pick<ListAt, 'collection' | 'scope'>) => `${collection} ${scope}`;
  return {
    /** To be called when a sync of the list has ended; the platform must not have changed since it began. */
    async note(list: ListAt, token: string, at: number): Promise<void> {
      const own = snapshots.get(nameOf(list)) ?? [];
      snapshots.set(nameOf(list), own);
      own.push({ at, rows: await readAll(`${url}/api/v4${list.path}`, token) });
    },
    /** The rows at a moment; null: there was no sync before it, or the last one was refused. */
    at(collection: string, scope: string, moment: number): ReadonlyMap<number | string, Row> | null {
      const own = (snapshots.get(`${collection} ${scope}`) ?? []).filter(
        ({ at, rows }) => at <= moment && rows !== null,
      );
      return own.at(-1)?.rows ?? null;
    },
    moments: (): number[] => [...snapshots.values()].flatMap((own) => own.map(({ at }) => at)),
  };
}

async function readAll(address: string, token: string): Promise<Map<number | string, Row> | null> {
  const rows = new Map<number | string, Row>();
  for (let page = 1; ; page += 1) {
    const query = `${address.includes('?') ? '&' : '?'}per_page=100&page=${page}`;
    const reply = await fetch(address + query, { headers: { 'PRIVATE-TOKEN': token } });
    if (!reply.ok) return null;
    const found = (await reply.json()) as Row[] | Row;
    if (!Array.isArray(found)) return new Map([[0, found]]);
    for (const row of found) rows.set(row['id'] as number, row);
    if (found.length < 100) return rows;
  }
}
