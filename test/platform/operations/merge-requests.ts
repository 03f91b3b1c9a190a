import type { Caller } from '../caller.ts';
import { signedIn } from '../caller.ts';
import { withoutSignIn } from '../operation.ts';
import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { withMore } from '../gitlab/dialect.ts';
import { reader } from '../http/reader.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { mergeRequestView, simpleMergeRequest } from '../views/merge-requests.ts';
import { levelInProject } from '../world/access.ts';
import { LEVEL } from '../world/levels.ts';
import { CHECK_MS, seesMergeRequest } from '../world/merge-request-status.ts';
import type { MergeRequest } from '../world/merge-requests.ts';
import type { World } from '../world/world.ts';
import type { Test } from './issuable-filters.ts';
import { COMPUTED_ORDERS, orderedBy } from './issuable-order.ts';
import { mergeRequestTests } from './merge-request-filters.ts';

const SCOPES = ['created_by_me', 'assigned_to_me', 'reviews_for_me', 'all'] as const;
const ORDERS = ['created_at', 'title', 'merged_at', 'updated_at'] as const;

/** `GET /merge_requests`, document 2:37. Without a token it returns public merge requests. */
export function list(world: World, request: Request): Reply {
  const { as, query } = request;
  const read = reader(query);
  const scope = read.oneOf('scope', SCOPES) ?? 'created_by_me';
  if (scope !== 'all') signedIn(as);
  const tests = [...scopeTests(scope, as), ...mergeRequestTests(world, query, as)];
  const rows = world.mergeRequests.filter(
    (row) => seesMergeRequest(world, row, as) && tests.every((test) => test(row)),
  );
  const orderBy = read.oneOf('order_by', withMore(world, ORDERS, COMPUTED_ORDERS)) ?? 'created_at';
  const isDescending = (read.oneOf('sort', ['asc', 'desc']) ?? 'desc') === 'desc';
  const inOrder = orderedBy(world, 'MergeRequest', rows, orderBy, isDescending);

  if (read.oneOf('view', ['simple']) === 'simple') {
    return paged(request, inOrder, (row) => simpleMergeRequest(world, row));
  }
  const view = {
    as,
    withLabelsDetails: read.boolean('with_labels_details') ?? false,
    withHtml: read.boolean('render_html') ?? false,
  };
  const rechecks = read.boolean('with_merge_status_recheck') ?? false;
  return paged(request, inOrder, (row) => {
    if (rechecks) recheck(world, row, as);
    return mergeRequestView(world, row, view);
  });
}

export const mergeRequests: Operations = {
  'GET /merge_requests': withoutSignIn(list),
};

function scopeTests(scope: (typeof SCOPES)[number], { user }: Caller): Test<MergeRequest>[] {
  const id = user?.id ?? 0;
  switch (scope) {
    case 'created_by_me':
      return [(row) => row.author_id === id];
    case 'assigned_to_me':
      return [(row) => row.assignee_ids.includes(id)];
    case 'reviews_for_me':
      return [(row) => row.reviewer_ids.includes(id)];
    case 'all':
      return [];
    default:
      return scope satisfies never;
  }
}

/** Starts to compute the merge status if it is unknown and the caller is at least a Developer. */
function recheck(world: World, row: MergeRequest, as: Caller) {
  const project = world.projects.get(row.project_id);
  if (row.state !== 'opened' || row.checked_at !== null || project === undefined) return;
  if (levelInProject(world, project, as) >= LEVEL.developer) row.checked_at = world.clock.now() + CHECK_MS;
}
