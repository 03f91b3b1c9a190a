import { z } from 'zod';
import { Key } from './collection.ts';
import { paletteCollections } from './collections.ts';
import { epochMs, query } from './kit.ts';

/** What the palette looks through: the catalogue, and every collection whose rows a person looks for. */
export const searchKinds = ['group', 'project', ...paletteCollections] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Something that was found. `scope` and `id` say where it is opened; of groups and projects `scope` is the thing itself. */
export const SearchHit = z.object({
  kind: z.enum(searchKinds),
  /** Apart within its kind. */
  key: z.number(),
  title: z.string(),
  /** What tells it from others of its name. */
  about: z.string().nullable(),
  scope: z.string(),
  id: Key.nullable(),
  /** When it was last read; of groups and projects when they were last seen or verified. */
  fetchedAt: epochMs,
});
export type SearchHit = z.infer<typeof SearchHit>;

export const search = {
  /** All words must occur. At most `limit` of each kind; without words pinned groups and projects alone. */
  find: query(
    z.object({
      words: z.string().max(200),
      kinds: z.array(z.enum(searchKinds)).optional(),
      limit: z.number().int().min(1).max(20).default(6),
    }),
    z.object({ hits: z.array(SearchHit), queryMs: z.number() }),
  ),
};
