import { z } from 'zod';
import { Key } from './collection.ts';
import { collections, isCollection, paletteCollections, type CollectionName } from './collections.ts';
import { KeyQuery } from './keys.ts';
import { epochMs, query, Scope } from './kit.ts';

/** The lists of people. Their rows with the same ID are one hit of the kind `person`. */
export const peopleCollections = ['users', 'enterpriseUsers', 'serviceAccounts', 'members'] as const;
type PeopleCollection = (typeof peopleCollections)[number];
type OtherCollection = Exclude<CollectionName, PeopleCollection>;

export function isOfPeople(name: CollectionName): name is PeopleCollection {
  return (peopleCollections as readonly string[]).includes(name);
}

/** What the palette searches: people, the catalogue, and all other collections whose rows a person looks for. */
export const searchKinds = [
  'person',
  'group',
  'project',
  ...paletteCollections.filter((name): name is OtherCollection => !isOfPeople(name)),
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Lists whose rows have a text instead of a name. Their hits come last. */
export function hasTextsOnly(kind: SearchKind | CollectionName): boolean {
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
  /** The file in the project that its web address names. `line`: counted from 1; null: none. */
  file: z.object({ ref: z.string(), path: z.string(), line: z.number().int().nullable() }).optional(),
  /** How closely its name matches the words: 0 is the whole name, 3 is not at the beginning of a word. */
  closeness: z.number().int().min(0).max(3),
  /** When it was last synced; for groups and projects, when they were last seen or verified. Null: it is not cached. */
  fetchedAt: epochMs.nullable(),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** What the cache does not know, and the instance can be asked for. */
export const LookUp = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), id: z.number().int() }),
  z.object({ kind: z.literal('username'), username: z.string() }),
  z.object({ kind: z.literal('key'), query: KeyQuery }),
  z.object({ kind: z.literal('commit'), scope: Scope, sha: z.string() }),
]);
export type LookUp = z.infer<typeof LookUp>;

/** `note`: why a web address leads to no page, in a sentence. */
export const Recognized = z.object({
  hits: z.array(SearchHit),
  lookUps: z.array(LookUp),
  note: z.string().nullable(),
});
export type Recognized = z.infer<typeof Recognized>;

/** The longest text that `recognize` accepts: the public key of a very large RSA key, or the longest web address. */
export const mostRecognized = 20_000;
/** The longest text that `find` accepts. */
export const mostWords = 200;

export const search = {
  /** All words must match. At most `limit` results of each kind; without words only pinned groups and projects. */
  find: query(
    z.object({
      words: z.string().max(mostWords),
      kinds: z.array(z.enum(searchKinds)).optional(),
      limit: z.number().int().min(1).max(20).default(6),
    }),
    z.object({ hits: z.array(SearchHit), queryMs: z.number() }),
  ),
  /**
   * What a text denotes exactly: an ID, `#12`, `!12`, `@username`, the SHA of a commit or its beginning, a fingerprint, a
   * public key, or a web address of the instance. Sends no request. `near`: results of this project come first, and
   * numbers and SHAs that are not cached belong to it.
   */
  recognize: query(z.object({ text: z.string().max(mostRecognized), near: Scope }), Recognized),
  /** Ask the instance for the user with exactly this username. Fails: `missing` if this token sees none. */
  userNamed: query(z.object({ username: z.string().min(1).max(255) }), z.object({ id: z.number().int() }), {
    remote: true,
  }),
};
