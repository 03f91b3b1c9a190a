import { commits as words } from '#shared/text/en/commits.ts';
import { allRows, defineList, notReturnedRows } from '../../console/define-list.ts';
import { specParts } from '../../console/spec-parts.ts';
import type { FilterOf, RowOf } from '../../stores/lists/collection-client.ts';

export type Commit = RowOf<'commits'>;
export type CommitFilter = FilterOf<'commits'>;

const { column, details, filters } = specParts('commits', words);

/** The commits of one list, the newest first. */
export const commitsList = defineList('commits', words, {
  columns: [
    column('title', 420, { isPinned: true, fields: ['title', 'short_id'] }),
    column('author_name', 160),
    column('committed_date', 116, { format: 'moment', align: 'end' }),
    column('changes', 116, {
      format: 'custom',
      align: 'end',
      sortBy: 'additions',
      fields: ['stats'],
      value: ({ stats }) => changesOf(stats),
    }),
    column('age', 92),
    column('authored_date', 116, { format: 'moment', align: 'end', isOptional: true }),
    column('committer_name', 160, { isOptional: true }),
    column('parents', 92, {
      format: 'number',
      align: 'end',
      isOptional: true,
      fields: ['parent_ids'],
      value: ({ parent_ids: ids }) => ids?.length,
    }),
    column('position', 92, { format: 'number', align: 'end', isOptional: true, fields: [] }),
    column('id', 320, { format: 'mono' }),
  ],
  filters: filters(words.filter, [['commit', 'author', 'author_email', 'since', 'until']]),
  views: [allRows, notReturnedRows],
  details: details({
    commit: [
      ['message', 'custom'],
      ['stats', 'custom', { isWhole: true }],
      ['parent_ids', 'custom'],
      ['trailers', 'custom', { isWhole: true }],
      ['extended_trailers', 'custom', { isWhole: true }],
      ['id', 'mono'],
      ['short_id', 'mono'],
    ],
    people: [
      'author_name',
      'author_email',
      ['authored_date', 'moment'],
      'committer_name',
      'committer_email',
      ['committed_date', 'moment'],
      ['created_at', 'moment'],
    ],
    checks: [
      ['status', 'text', { isDetail: true }],
      ['last_pipeline', 'custom', { isDetail: true, isWhole: true }],
      ['web_url', 'mono'],
    ],
  }),
  shownElsewhere: ['title', 'position'],
  leading: ['id', 'title'],
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
  return `${words.added(stats.additions ?? 0)} ${words.deleted(stats.deletions ?? 0)}`;
}
