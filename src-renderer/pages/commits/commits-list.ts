import { commits as words } from '#shared/text/en/commits.ts';
import { declaredList } from '../../console/declared-list.ts';
import type { FilterOf, RowOf } from '../../stores/lists/collection-client.ts';

export type Commit = RowOf<'commits'>;
export type CommitFilter = FilterOf<'commits'>;

/** The commits of one list, the newest first. */
export const commitsList = declaredList('commits', words, {
  columns: {
    title: { widthPx: 420, fields: ['title', 'short_id'] },
    author_name: 160,
    committed_date: 116,
    changes: {
      widthPx: 116,
      format: 'custom',
      align: 'end',
      sortBy: 'additions',
      fields: ['stats'],
      value: ({ stats }) => changesOf(stats),
    },
    age: 92,
    authored_date: { widthPx: 116, isOptional: true },
    committer_name: { widthPx: 160, isOptional: true },
    parents: {
      widthPx: 92,
      format: 'number',
      isOptional: true,
      fields: ['parent_ids'],
      value: ({ parent_ids: ids }) => ids?.length,
    },
    position: { widthPx: 92, isOptional: true, fields: [] },
    id: { widthPx: 320, align: 'end' },
  },
  fields: {
    message: { format: 'custom' },
    stats: { format: 'custom', isWhole: true },
    parent_ids: { format: 'custom' },
    trailers: { format: 'custom', isWhole: true },
    extended_trailers: { format: 'custom', isWhole: true },
    last_pipeline: { format: 'custom', isDetail: true, isWhole: true },
    status: { isDetail: true },
    authored_date: { format: 'moment' },
    committed_date: { format: 'moment' },
    created_at: { format: 'moment' },
    id: { format: 'mono' },
    short_id: { format: 'mono' },
    web_url: { format: 'mono' },
  },
  filters: [['commit', 'author', 'author_email', 'since', 'until']],
  details: [
    ['commit', 'message', 'stats', 'parent_ids', 'trailers', 'extended_trailers', 'id', 'short_id'],
    ['people', 'author_name', 'author_email', 'authored_date', 'committer_name', 'committer_email', 'committed_date'],
    ['people', 'created_at'],
    ['checks', 'status', 'last_pipeline', 'web_url'],
  ],
  shownElsewhere: ['title', 'position'],
  nameOf: ({ title, short_id, id }) =>
    [title, short_id].find((text) => (text ?? '').trim() !== '') ?? words.unnamed(id.slice(0, 8)),
  aboutOf: ({ short_id, id }) => short_id ?? id.slice(0, 8),
});

/** The same in the order of the platform. */
export const orderedList: typeof commitsList = {
  ...commitsList,
  table: 'commits-in-order',
  sort: { by: 'position', direction: 'asc' },
};

function changesOf(stats: Commit['stats']): string | undefined {
  if (stats === null || stats === undefined) return undefined;
  return `${words.added(stats.additions ?? 0)} ${words.removed(stats.deletions ?? 0)}`;
}
