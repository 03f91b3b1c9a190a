import { z } from 'zod';
import { Key } from './collection.ts';
import { collections, isCollection, paletteCollections, type CollectionName } from './collections.ts';
import { KeyQuery } from './keys.ts';
import { epochMs, query, Scope } from './kit.ts';

/** The lists of people. Their rows with the same ID are one hit of the kind `person`. */
export const peopleCollections: readonly CollectionName[] = ['users', 'enterpriseUsers', 'serviceAccounts', 'members'];

export type SearchKind = 'person' | 'group' | 'project' | CollectionName;

const otherCollections = paletteCollections.filter((name) => !peopleCollections.includes(name));
/** What the palette searches: people, the catalogue, and all other collections whose rows a person looks for. */
export const searchKinds: readonly SearchKind[] = ['person', 'group', 'project', ...otherCollections];

/** Lists whose rows have a text instead of a name. Their hits come last. */
export function hasTextsOnly(kind: SearchKind): boolean {
  if (!isCollection(kind)) return false;
  const { title, columns, hasLongTexts } = collections[kind];
  return hasLongTexts && !title.some((field) => Object.hasOwn(columns, field));
}

/** What Reeve must ask the instance for before it can show a page: the ID or username of a user, or a key. */
export const LookUp = z.union([z.object({ user: z.union([z.number().int(), z.string()]) }), KeyQuery]);
export type LookUp = z.infer<typeof LookUp>;

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
  /** The file in the project that its web address names. `line`: counted from 1; null: none. */
  file: z.object({ ref: z.string(), path: z.string(), line: z.number().int().nullable() }).optional(),
  /** It is not cached, and must be looked up before it can be shown. */
  lookUp: LookUp.optional(),
  /** How closely its name matches the words, as `Closeness`; 4: the instance may not have it. */
  closeness: z.number().int().min(0).max(4),
  /** When it was last synced; for groups and projects, when they were last seen or verified. Null: it is not cached. */
  fetchedAt: epochMs.nullable(),
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
  /**
   * The objects that a text identifies: an ID, `#12`, `!12`, `@username`, the SHA of a commit or its beginning, a
   * fingerprint, a public key, or a web address of the instance. Sends no request. `near`: results of this project come first, and
   * numbers and SHAs that are not cached belong to it. `note`: why a web address leads to no page, in a sentence.
   */
  recognize: query(
    z.object({ text: z.string().max(20_000), near: Scope }),
    z.object({ hits: z.array(SearchHit), note: z.string().nullable() }),
  ),
  /** Ask the instance for the user with exactly this username. Fails: `missing` if this token sees none. */
  userNamed: query(z.object({ username: z.string().min(1).max(255) }), z.object({ id: z.number().int() }), {
    remote: true,
  }),
};
