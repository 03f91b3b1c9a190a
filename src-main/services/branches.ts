import { commits as api } from '#main/api/endpoints/commits.ts';
import { hasNextPage } from '#main/api/client/wire/paging.ts';
import { defaultRef } from '#shared/contract/commit-list.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { defaultBranchOf } from './files/default-branch.ts';
import type { Instance } from './instances/instance.ts';
import { refOf, sourceOf } from './lists/list-sources.ts';

/** Maximum number of commits that are counted. The platform returns no total (document 1:149). */
const mostCounted = 100;
/** Maximum number of commits that are returned. */
const mostReturned = 5;

/** The verbs of branches in addition to those of every list. */
export function branches(open: () => Instance) {
  return {
    ownCommits: async ({ scope, branch }, signal) => {
      const instance = open();
      const base = (await defaultBranchOf(instance, scope, signal)) ?? defaultRef;
      const path = { id: refOf(sourceOf('branches'), scope) };
      const query = { ref_name: `${base}..${branch}`, per_page: mostCounted };
      const { value: commits, headers } = await instance.send.answer(api.list, { path, query }, signal);
      const isMore = hasNextPage(headers, api.list) ?? commits.length > 0;
      return { count: commits.length, isMore, commits: commits.slice(0, mostReturned) };
    },
  } satisfies Partial<Services<ReeveContract>['branches']>;
}
