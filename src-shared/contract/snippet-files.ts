import { megabytes } from '#shared/time.ts';
import { z } from 'zod';
import { Exported } from './exported.ts';
import { Changed, command, epochMs, event, query, refresh, Scope } from './kit.ts';

/**
 * A file of a snippet. `scope`: the instance for a personal snippet, or a project. `path` null: its first file, the only
 * one that this API returns of a project's snippet (document 2:65).
 */
export const SnippetFileAddress = z.object({
  scope: Scope,
  id: z.number().int(),
  path: z.string().min(1).max(4_000).nullable(),
});
export type SnippetFileAddress = z.infer<typeof SnippetFileAddress>;

/** A larger file is refused. */
export const mostSnippetBytes = megabytes(20);
/** Units: UTF-16 code units of a text that is shown. The file itself is stored whole. */
export const mostShownText = 500_000;

/**
 * The stored content of a file. `text`: its beginning; null if the file is not text. `isCut`: the file is longer.
 * `isOutdated`: the snippet changed after the file was fetched.
 */
export const SnippetContent = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-stored') }),
  z.object({
    state: z.literal('stored'),
    text: z.string().nullable(),
    isCut: z.boolean(),
    sizeBytes: z.number(),
    sha256: z.string(),
    fetchedAt: epochMs,
    isOutdated: z.boolean(),
  }),
]);
export type SnippetContent = z.infer<typeof SnippetContent>;

/**
 * The result of storing a snippet. `refused`: files that were not stored, with the reason or code of the failure.
 * `notInApi`: files of a project's snippet that this API does not return.
 */
export const StoredSnippet = z.object({
  state: z.enum(['stored', 'partly', 'refused']),
  bytes: z.number(),
  refused: z.array(z.object({ path: z.string(), reason: z.string() })),
  notInApi: z.number(),
});
export type StoredSnippet = z.infer<typeof StoredSnippet>;

/** Contents of snippets, stored on this computer once per content. */
export const snippetFiles = {
  content: query(SnippetFileAddress, SnippetContent),
  /** Fetch a file and store it. Fails: `remote`/`too-large`; `invalid`/`storage-limit`. */
  refresh: refresh(SnippetFileAddress.extend({ maxAgeMs: z.number().optional() })),
  /** Store all files of a snippet, except those that are stored and current. */
  store: command(SnippetFileAddress.omit({ path: true }), StoredSnippet, { remote: true }),
  /** Save the stored file at a place that the person chooses. Fails: `missing` if it is not stored. */
  save: command(SnippetFileAddress, Exported),
  changed: event(Changed),
};
