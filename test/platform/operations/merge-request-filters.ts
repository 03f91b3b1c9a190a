import type { Caller } from '../caller.ts';
import type { Params } from '../http/params.ts';
import { reader } from '../http/reader.ts';
import { badParameter } from '../http/refusal.ts';
import { MERGE_REQUEST_STATES } from '../world/merge-requests.ts';
import type { MergeRequest } from '../world/merge-requests.ts';
import type { World } from '../world/world.ts';
import {
  archiveTests,
  labelTests,
  milestoneTests,
  negated,
  peopleTests,
  presenceTest,
  reactionTests,
  searchAndTimeTests,
  userIdOf,
} from './issuable-filters.ts';
import type { Test } from './issuable-filters.ts';

type MergeRequestTest = Test<MergeRequest>;

/** Every filter of merge requests but the scope (document 2:37). Fails: 400 for pairs that exclude each other. */
export function mergeRequestTests(world: World, query: Params, as: Caller): MergeRequestTest[] {
  const read = reader(query);
  const tests: MergeRequestTest[] = [
    ...peopleTests<MergeRequest>(world, query),
    ...labelTests<MergeRequest>(world, query),
    ...milestoneTests<MergeRequest>(world, query),
    ...reactionTests<MergeRequest>(world, query, 'MergeRequest', as),
    ...searchAndTimeTests<MergeRequest>(query),
    ...archiveTests<MergeRequest>(world, query, false),
    ...reviewerTests(world, query),
    ...mergerTests(world, query),
    ...approvalTests(query, 'approved_by_ids'),
    ...approvalTests(query, 'approver_ids'),
    ...deploymentTests(world, query),
    ...negated<MergeRequest>(query, (not) => [
      peopleTests(world, not),
      labelTests(world, not),
      milestoneTests(world, not),
      reviewerTests(world, not),
      reactionTests(world, not, 'MergeRequest', as),
    ]),
  ];
  const state = read.oneOf('state', ['all', ...MERGE_REQUEST_STATES]) ?? 'all';
  if (state !== 'all') tests.push((row) => row.state === state);
  const wip = read.oneOf('wip', ['yes', 'no']);
  if (wip !== undefined) tests.push((row) => row.draft === (wip === 'yes'));
  for (const field of ['source_branch', 'target_branch'] as const) {
    const branch = read.text(field);
    if (branch !== undefined && branch !== '') tests.push((row) => row[field] === branch);
  }
  return tests;
}

function reviewerTests(world: World, query: Params): MergeRequestTest[] {
  const read = reader(query);
  read.exclusive('reviewer_id', 'reviewer_username');
  const tests = presenceTest<MergeRequest>(read, 'reviewer_id', (row) => row.reviewer_ids);
  const name = read.text('reviewer_username')?.trim();
  if (name === undefined || name === '') return tests;
  const word = name.toLowerCase();
  if (word === 'none' || word === 'any') return [(row) => row.reviewer_ids.length > 0 === (word === 'any')];
  const id = userIdOf(world, name);
  return [(row) => row.reviewer_ids.includes(id)];
}

function mergerTests(world: World, query: Params): MergeRequestTest[] {
  const read = reader(query);
  read.exclusive('merge_user_id', 'merge_user_username');
  const name = read.text('merge_user_username')?.trim();
  const id = name === undefined || name === '' ? read.integer('merge_user_id') : userIdOf(world, name);
  return id === undefined ? [] : [(row) => row.merge_user_id === id];
}

const MAX_APPROVERS = 5;

/** All of up to 5 people, `None` or `Any`. */
function approvalTests(query: Params, field: 'approved_by_ids' | 'approver_ids'): MergeRequestTest[] {
  const read = reader(query);
  const [word = '', ...more] = read.list(field)?.map((item) => item.trim().toLowerCase()) ?? [];
  if (more.length === 0 && (word === 'none' || word === 'any')) {
    return [(row) => row[field].length > 0 === (word === 'any')];
  }
  const ids = read.integers(field) ?? [];
  if (ids.length > MAX_APPROVERS) throw badParameter(`${field} must have at most ${MAX_APPROVERS} values`);
  return ids.map((id) => (row) => row[field].includes(id));
}

/** Deployed to an environment, before and after. */
function deploymentTests(world: World, query: Params): MergeRequestTest[] {
  const read = reader(query);
  const environment = read.text('environment') ?? '';
  const before = read.instant('deployed_before') ?? Infinity;
  const after = read.instant('deployed_after') ?? -Infinity;
  if (environment === '' && before === Infinity && after === -Infinity) return [];
  return [
    (row) =>
      deployed(world, row).some(
        (one) => (environment === '' || one.environment === environment) && one.at >= after && one.at <= before,
      ),
  ];
}

/** What is known of it, and every success of its merge commit. */
function deployed(world: World, row: MergeRequest) {
  const successes = world.deployments
    .of(row.project_id)
    .filter(({ sha, status }) => status === 'success' && sha === row.merge_commit_sha)
    .map(({ environment_id, finished_at, updated_at }) => ({
      environment: world.environments.get(environment_id)?.name ?? '',
      at: finished_at ?? updated_at,
    }));
  return [...row.deployed, ...successes];
}
