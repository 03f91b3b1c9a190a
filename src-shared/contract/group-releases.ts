import { z } from 'zod';
import { collection, nightly } from './collection.ts';
import { Commit } from './commits.ts';
import { between, instant, nullish } from './kit.ts';
import { UserRef } from './user-ref.ts';

/** A release of a project in the group (document 2:26). The documents don't show which fields `simple` returns. */
export const Release = z.looseObject({
  /** Only returned to users who can read the code. */
  ...nullish(z.string(), 'tag_name', 'name', 'description'),
  ...nullish(instant, 'created_at', 'released_at'),
  author: UserRef.nullish(),
  commit: Commit.nullish(),
  upcoming_release: z.boolean().nullish(),
  ...nullish(z.string(), 'commit_path', 'tag_path'),
});
export type Release = z.infer<typeof Release>;

/** Parameters of the list (document 2:83). */
export const ReleaseFilter = z.object({
  sort: z.enum(['asc', 'desc']).optional(),
  /** Return fewer fields. */
  simple: z.boolean().optional(),
});

/** A release in the list of a group. */
export const GroupRelease = Release.extend({
  /** Reeve's own: the platform returns no id, and two projects can have the same tag. */
  release_key: z.string().nullish(),
});

export const GroupReleaseFilter = z.object({
  upcoming_release: z.boolean().optional(),
  tag_name: z.string().min(1).optional(),
  ...between('released'),
});

/** Releases of the projects of groups: `group:ID`. */
export const groupReleases = collection({
  row: GroupRelease,
  key: 'release_key',
  lists: { group: 'GET /groups/:id/releases' },
  kept: nightly(1),
  setup: { position: 124 },
  title: ['name', 'tag_name'],
  about: 'tag_path',
  columns: {
    released_at: 'moment',
    created_at: 'moment',
    name: 'normal',
    tag_name: 'text',
    upcoming_release: 'flag',
    author_id: { field: 'author.id', as: 'number' },
  },
  order: { by: 'released_at', direction: 'desc' },
  groups: {
    release: ['name', 'tag_name', 'upcoming_release', 'released_at', 'created_at', 'author'],
    code: ['commit', 'commit_path', 'tag_path'],
  },
  searched: ['name', 'tag_name', 'description', 'tag_path', 'author.username'],
  hasLongTexts: true,
  indexes: [['released_at'], ['name']],
  filter: GroupReleaseFilter,
  where: {
    upcoming_release: 'flag',
    tag_name: 'equal',
    released_after: { by: 'since', column: 'released_at' },
    released_before: { by: 'until', column: 'released_at' },
  },
  isInPalette: false,
  isCounted: false,
});
