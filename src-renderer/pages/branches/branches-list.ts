import { branches as words } from '#shared/text/en/branches.ts';
import { declaredList } from '../../console/declared-list.ts';
import { absentPart, type ValuePart } from '../../console/facts/value-parts.ts';
import type { FilterOf, RowOf } from '../../stores/lists/collection-client.ts';

export type Branch = RowOf<'branches'>;
export type BranchFilter = FilterOf<'branches'>;

/** The branches of a project. */
export const branchesList = declaredList('branches', words, {
  columns: {
    name: 260,
    flags: {
      widthPx: 200,
      format: 'chips',
      fields: ['default', 'protected', 'merged'],
      value: (row) => flagsOf(row).map(({ text }) => text),
      show: ({ row }) => (flagsOf(row).length > 0 ? flagsOf(row) : absentPart()),
    },
    committed_date: {
      widthPx: 124,
      format: 'moment',
      fields: ['commit'],
      value: ({ commit }) => commit?.committed_date,
    },
    commit_title: { widthPx: 240, fields: [], value: ({ commit }) => commit?.title },
    author: { widthPx: 136, fields: [], value: ({ commit }) => commit?.author_name },
    can_push: 104,
    developers_can_push: { widthPx: 128, isOptional: true },
    developers_can_merge: { widthPx: 136, isOptional: true },
    age: 92,
  },
  fields: { name: { format: 'mono' }, web_url: { format: 'mono' }, commit: { format: 'custom', isWhole: true } },
  filters: [
    ['state', 'default', 'protected', 'merged'],
    ['push', 'can_push', 'developers_can_push', 'developers_can_merge'],
    ['name', 'search', 'regex'],
  ],
  filterFields: { search: { excludes: ['regex'], help: words.filter.searchHelp }, regex: { excludes: ['search'] } },
  views: [
    { id: 'protected', name: words.views.protected, query: { filter: { protected: true } } },
    { id: 'open', name: words.views.open, query: { filter: { merged: false } } },
    { id: 'merged', name: words.views.merged, query: { filter: { merged: true } } },
  ],
  notReturnedId: 'gone',
  details: [
    ['branch', 'name', 'default', 'protected', 'merged', 'can_push', 'developers_can_push', 'developers_can_merge'],
    ['branch', 'web_url'],
    ['commit', 'commit'],
  ],
});

function flagsOf({ default: isDefault, protected: isProtected, merged }: Branch): ValuePart[] {
  const { flags } = words;
  return [
    ...(isDefault === true ? [{ text: flags.default, chip: 'accent' } as const] : []),
    ...(isProtected === true ? [{ text: flags.protected, chip: 'info' } as const] : []),
    ...(merged === true ? [{ text: flags.merged, chip: 'muted' } as const] : []),
  ];
}
