import type { Caller } from '../caller.ts';
import { signedIn } from '../caller.ts';
import { withoutSignIn } from '../operation.ts';
import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { reader } from '../http/reader.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { issueView } from '../views/issues.ts';
import { requireGroup } from '../world/access.ts';
import type { Group } from '../world/groups.ts';
import { seesIssue } from '../world/issue-access.ts';
import type { Issue } from '../world/issues.ts';
import type { World } from '../world/world.ts';
import { issueTests } from './issue-filters.ts';
import type { Test } from './issuable-filters.ts';
import { COMPUTED_ORDERS, orderedBy } from './issuable-order.ts';

/** `GET /issues`, document 2:34. Without a token it returns public issues. */
export function listAll(world: World, request: Request): Reply {
  const scope = scopeOf(request) ?? 'created_by_me';
  if (scope !== 'all') signedIn(request.as);
  return list(world, request, world.issues.all(), scope);
}

/** `GET /groups/:id/issues`, document 2:34 and readings 18: those of all projects in the group and below it. */
export function listOfGroup(world: World, request: Request): Reply {
  const group = requireGroup(world, request.as, request.path['id']);
  const given = scopeOf(request);
  if (given !== undefined && given !== 'all') signedIn(request.as);
  const projects = new Set(world.projects.inGroup(group).map(({ id }) => id));
  const issues = world.issues.filter(({ project_id }) => projects.has(project_id));
  return list(world, request, issues, given ?? (request.as.anonymous ? 'all' : 'created_by_me'), group);
}

export const issues: Operations = {
  'GET /issues': withoutSignIn(listAll),
  'GET /groups/:id/issues': withoutSignIn(listOfGroup),
};

const SCOPES = ['created_by_me', 'assigned_to_me', 'all', 'created-by-me', 'assigned-to-me'] as const;
type Scope = 'created_by_me' | 'assigned_to_me' | 'all';

const scopeOf = ({ query }: Request): Scope | undefined =>
  reader(query).oneOf('scope', SCOPES)?.replaceAll('-', '_') as Scope | undefined;

function list(world: World, request: Request, rows: readonly Issue[], scope: Scope, group?: Group): Reply {
  const { as, query } = request;
  const read = reader(query);
  const tests = [...scopeTests(scope, as), ...issueTests(world, query, as)];
  const found = rows.filter((issue) => seesIssue(world, issue, as) && tests.every((test) => test(issue)));
  const withLabelsDetails = read.boolean('with_labels_details') ?? false;
  const view = { as, group, withLabelsDetails, withHtml: false };
  return paged(request, inOrder(world, request, found), (issue) => issueView(world, issue, view));
}

function scopeTests(scope: Scope, { user }: Caller): Test<Issue>[] {
  if (scope === 'all') return [];
  const id = user?.id ?? 0;
  return [(issue) => (scope === 'created_by_me' ? issue.author_id === id : issue.assignee_ids.includes(id))];
}

const ORDERS = [
  ...(['created_at', 'due_date', 'relative_position', 'title', 'updated_at', 'weight'] as const),
  ...COMPUTED_ORDERS,
] as const;

function inOrder(world: World, { query }: Request, rows: readonly Issue[]): Issue[] {
  const read = reader(query);
  const orderBy = read.oneOf('order_by', ORDERS) ?? 'created_at';
  return orderedBy(world, 'Issue', rows, orderBy, (read.oneOf('sort', ['asc', 'desc']) ?? 'desc') === 'desc');
}
