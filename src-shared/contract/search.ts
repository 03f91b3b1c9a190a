import { z } from 'zod';
import { Key } from './collection.ts';
import { collections, isCollection, paletteCollections } from './collections.ts';
import { epochMs, query } from './kit.ts';

/** What the palette searches: the catalogue, and all collections whose rows a person looks for. */
export const searchKinds = ['group', 'project', ...paletteCollections] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Lists whose rows have a text instead of a name. Their hits come last. */
export function hasTextsOnly(kind: SearchKind): boolean {
  if (!isCollection(kind)) return false;
  const { title, columns, hasLongTexts } = collections[kind];
  return hasLongTexts && !title.some((field) => Object.hasOwn(columns, field));
}

/**
 * A search result. `scope` and `id` determine where it opens; for groups and projects, `scope` is the group or project
 * itself.
 */
export const SearchHit = z.object({
  kind: z.enum(searchKinds),
  /** Unique within its kind. */
  key: z.number(),
  title: z.string(),
  /** Distinguishes it from others with the same title. */
  about: z.string().nullable(),
  scope: z.string(),
  /** The path of the group or project of its scope; null: the whole instance, or not known. */
  where: z.string().nullable(),
  /** The scope of the lists below a row, such as `project:7/issue:12`; null: there are none. */
  place: z.string().nullable(),
  id: Key.nullable(),
  /** How closely its name matches the words: 0 is the whole name, 3 is not at the beginning of a word. */
  closeness: z.number().int().min(0).max(3),
  /** When it was last synced; for groups and projects, when they were last seen or verified. */
  fetchedAt: epochMs,
});
export type SearchHit = z.infer<typeof SearchHit>;

export const search = {
  /** All words must match. At most `limit` results of each kind; without words only pinned groups and projects. */
  find: query(
    z.object({
      words: z.string().max(200),
      kinds: z.array(z.enum(searchKinds)).optional(),
      limit: z.number().int().min(1).max(20).default(6),
    }),
    z.object({ hits: z.array(SearchHit), queryMs: z.number() }),
  ),
};
