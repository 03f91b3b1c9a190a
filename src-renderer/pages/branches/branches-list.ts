import { branches as words } from '#shared/text/en/branches.ts';
import { allRows, defineList, notReturnedRows } from '../../console/define-list.ts';
import { specParts } from '../../console/spec-parts.ts';
import { absentPart, type ValuePart } from '../../console/facts/value-parts.ts';
import type { FilterOf, RowOf } from '../../stores/lists/collection-client.ts';

export type Branch = RowOf<'branches'>;
export type BranchFilter = FilterOf<'branches'>;

const { column, details, filters } = specParts('branches', words);

/** The branches of a project. */
export const branchesList = defineList('branches', words, {
  columns: [
    column('name', 260, { isPinned: true, align: 'start' }),
    column('flags', 200, {
      format: 'chips',
      fields: ['default', 'protected', 'merged'],
      value: (row) => flagsOf(row).map(({ text }) => text),
      show: ({ row }) => (flagsOf(row).length > 0 ? flagsOf(row) : absentPart()),
    }),
    column('committed_date', 124, {
      format: 'moment',
      align: 'end',
      fields: ['commit'],
      value: ({ commit }) => commit?.committed_date,
    }),
    column('commit_title', 240, { fields: [], value: ({ commit }) => commit?.title }),
    column('author', 136, { fields: [], value: ({ commit }) => commit?.author_name }),
    column('can_push', 104, { format: 'flag' }),
    column('developers_can_push', 128, { format: 'flag', isOptional: true }),
    column('developers_can_merge', 136, { format: 'flag', isOptional: true }),
    column('age', 92),
  ],
  filters: filters(
    words.filter,
    [
      ['state', 'default', 'protected', 'merged'],
      ['push', 'can_push', 'developers_can_push', 'developers_can_merge'],
      ['name', 'search', 'regex'],
    ],
    {
      search: { side: 'server', excludes: ['regex'], help: words.filter.searchHelp },
      regex: { side: 'server', excludes: ['search'] },
    },
  ),
  views: [
    allRows,
    { id: 'protected', name: words.views.protected, query: { filter: { protected: true } } },
    { id: 'open', name: words.views.open, query: { filter: { merged: false } } },
    { id: 'merged', name: words.views.merged, query: { filter: { merged: true } } },
    { ...notReturnedRows, id: 'gone' },
  ],
  details: details({
    branch: [
      ['name', 'mono'],
      ['default', 'flag'],
      ['protected', 'flag'],
      ['merged', 'flag'],
      ['can_push', 'flag'],
      ['developers_can_push', 'flag'],
      ['developers_can_merge', 'flag'],
      ['web_url', 'mono'],
    ],
    commit: [['commit', 'custom', { isWhole: true }]],
  }),
  leading: ['name'],
  nameOf: ({ name }) => name,
  aboutOf: () => '',
});

function flagsOf({ default: isDefault, protected: isProtected, merged }: Branch): ValuePart[] {
  const { flags } = words;
  return [
    ...(isDefault === true ? [{ text: flags.default, chip: 'accent' } as const] : []),
    ...(isProtected === true ? [{ text: flags.protected, chip: 'info' } as const] : []),
    ...(merged === true ? [{ text: flags.merged, chip: 'muted' } as const] : []),
  ];
}
