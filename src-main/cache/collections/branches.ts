import { Branch, branchKey, type CachedBranchFilter } from '#shared/contract/branches.ts';
import { given, is } from '../conditions.ts';
import type { Definition, Fields, Statement } from '../derive.ts';
import { projectOfPage } from '../named.ts';

/** What the cache derives from branches (document 1:55). */
export const branches = {
  stem: 'branches',
  list: 'branches',
  detail: 'branches.detail',
  isScoped: true,
  record: Branch,
  idOf: ({ name }: Fields) => (typeof name === 'string' ? branchKey(name) : undefined),
  volatile: [],
  columns: {
    name: { field: 'name', as: 'normal' },
    committed_date: { field: 'commit.committed_date', as: 'moment' },
    merged: { field: 'merged', as: 'flag' },
    protected: { field: 'protected', as: 'flag' },
    is_default: { field: 'default', as: 'flag' },
  },
  hay: ['name', 'commit.title', 'commit.author_name'],
  indexes: [['name'], ['committed_date']],
  counts: ['merged', 'protected'],
  conditions,
  names: ({ web_url: page }: Fields, scope: string) => projectOfPage(page, scope),
} satisfies Definition;

function conditions(filter: CachedBranchFilter): Statement[] {
  return given([
    is.flag('merged', filter.merged),
    is.flag('protected', filter.protected),
    is.flag('is_default', filter.default),
  ]);
}
