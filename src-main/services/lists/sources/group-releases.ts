import { groupReleases as api } from '#main/api/endpoints/group-releases.ts';
import { pageAfter, pageInput, type PageInput } from '#main/api/client/walk.ts';
import type { Release } from '#shared/contract/group-releases.ts';
import type { OwnSource } from '../list-source.ts';

/**
 * The address of its tag identifies a release. Without access to the code it is not returned; then its commit, its name
 * and its time do.
 */
export const groupReleases: OwnSource<'groupReleases'> = {
  async parts({ send, ref, signal, limit }) {
    const input = { path: { id: ref } };
    const rows = new Map<string, object>();
    let at: PageInput | null = pageInput(input, 1);
    for (let number = 1, seen = 0; at !== null; number += 1) {
      const page = await send.rows(api.list, at, signal);
      const before = rows.size;
      for (const row of page.rows as readonly Release[]) rows.set(keyOf(row), { ...row, release_key: keyOf(row) });
      const read = page.rows.length + page.unreadable;
      seen += read;
      await limit?.(seen, page.total);
      const next = pageAfter(input, { page, number, rows: read, fresh: rows.size - before, seen });
      at = rows.size === before ? null : next;
    }
    return [{ rows: [...rows.values()] }];
  },
  withoutOwnFields: ({ release_key: _, ...row }) => row,
};

function keyOf({ tag_path, commit_path, tag_name, name, created_at }: Release): string {
  return tag_path ?? JSON.stringify([commit_path, tag_name, name, created_at].map((one) => one ?? null));
}
