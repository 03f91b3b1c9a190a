import type { Caller } from '../caller.ts';
import { DAY_MS } from '../clock.ts';
import type { Params } from '../http/params.ts';
import { isGitlab, withMore } from '../gitlab/dialect.ts';
import { reader } from '../http/reader.ts';
import { badParameter } from '../http/refusal.ts';
import { HEALTH_STATUSES, ISSUE_TYPES } from '../world/issues.ts';
import type { Issue } from '../world/issues.ts';
import { iterationState, ITERATION_STATE } from '../world/iterations.ts';
import { dayOf } from '../world/milestones.ts';
import type { World } from '../world/world.ts';
import {
  archiveTests,
  idOrWord,
  labelTests,
  milestoneTests,
  negated,
  peopleTests,
  presenceTest,
  reactionTests,
  searchAndTimeTests,
} from './issuable-filters.ts';
import type { Test } from './issuable-filters.ts';

/** Every filter of issues but the scope (document 2:34). Fails: 400 for pairs that exclude each other. */
export function issueTests(world: World, query: Params, as: Caller): Test<Issue>[] {
  const read = reader(query);
  const tests: Test<Issue>[] = [
    ...peopleTests<Issue>(world, query),
    ...labelTests<Issue>(world, query),
    ...issueMilestoneTests(world, query),
    ...reactionTests<Issue>(world, query, 'Issue', as),
    ...searchAndTimeTests<Issue>(query),
    ...archiveTests<Issue>(world, query, true),
    ...iterationTests(world, query),
    ...iidTests(query),
    ...weightTests(query),
    ...dueDateTests(world, query),
    ...presenceTest<Issue>(read, 'epic_id', ({ epic_id }) => [epic_id]),
    ...negated<Issue>(query, (not) => [
      peopleTests(world, not),
      labelTests(world, not),
      issueMilestoneTests(world, not),
      iterationTests(world, not),
      iidTests(not),
      weightTests(not),
    ]),
  ];
  const state = read.oneOf('state', ['all', 'opened', 'closed']) ?? 'all';
  if (state !== 'all') tests.push((issue) => issue.state === state);
  const confidential = read.boolean('confidential');
  if (confidential !== undefined) tests.push((issue) => issue.confidential === confidential);
  const type = read.oneOf('issue_type', withMore(world, ISSUE_TYPES, ['requirement']));
  if (type !== undefined) tests.push((issue) => issue.issue_type === type);
  const health = read.text('health_status')?.toLowerCase();
  if (health !== undefined && health !== '') tests.push(healthTest(health));
  return tests;
}

/** Real installations accept no IDs of milestones for issues, and the words only in this spelling. */
function issueMilestoneTests(world: World, query: Params): Test<Issue>[] {
  if (isGitlab(world)) reader(query).oneOf('milestone_id', ['None', 'Any', 'Upcoming', 'Started']);
  return milestoneTests<Issue>(world, query);
}

function healthTest(wanted: string): Test<Issue> {
  if (wanted === 'none') return (issue) => issue.health_status === null;
  if (wanted === 'any') return (issue) => issue.health_status !== null;
  if (!HEALTH_STATUSES.some((status) => status === wanted)) {
    throw badParameter('health_status does not have a valid value');
  }
  return (issue) => issue.health_status === wanted;
}

function iidTests(query: Params): Test<Issue>[] {
  const iids = reader(query).integers('iids');
  return iids === undefined || iids.length === 0 ? [] : [(issue) => iids.includes(issue.iid)];
}

function weightTests(query: Params): Test<Issue>[] {
  return presenceTest<Issue>(reader(query), 'weight', ({ weight }) => [weight]);
}

function iterationTests(world: World, query: Params): Test<Issue>[] {
  const read = reader(query);
  read.exclusive('iteration_id', 'iteration_title');
  const title = read.text('iteration_title');
  const of = ({ iteration_id }: Issue) => (iteration_id === null ? undefined : world.iterations.get(iteration_id));
  if (title !== undefined && title !== '') return [(issue) => of(issue)?.title === title];
  if (idOrWord(read, 'iteration_id', ['none', 'any', 'current']) !== 'current') {
    return presenceTest<Issue>(read, 'iteration_id', ({ iteration_id }) => [iteration_id]);
  }
  return [
    (issue) => {
      const iteration = of(issue);
      return iteration !== undefined && iterationState(iteration, world.clock.now()) === ITERATION_STATE.current;
    },
  ];
}

const DUE_WORDS = [
  '0',
  'any',
  'today',
  'tomorrow',
  'overdue',
  'week',
  'month',
  'next_month_and_previous_two_weeks',
] as const;

/** `due_date` by its words; weeks begin on Monday, days at midnight UTC. */
function dueDateTests(world: World, query: Params): Test<Issue>[] {
  const word = reader(query).oneOf('due_date', DUE_WORDS);
  if (word === undefined) return [];
  const today = dayOf(world.clock.now());
  const date = new Date(today);
  const month = (offset: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1);
  const between =
    (from: number, until: number): Test<Issue> =>
    ({ due_date }) =>
      due_date !== null && due_date >= from && due_date < until;
  const monday = today - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  const tests: Record<(typeof DUE_WORDS)[number], Test<Issue>> = {
    '0': ({ due_date }) => due_date === null,
    any: ({ due_date }) => due_date !== null,
    today: between(today, today + DAY_MS),
    tomorrow: between(today + DAY_MS, today + 2 * DAY_MS),
    overdue: between(0, today),
    week: between(monday, monday + 7 * DAY_MS),
    month: between(month(0), month(1)),
    next_month_and_previous_two_weeks: between(today - 14 * DAY_MS, month(2)),
  };
  return [tests[word]];
}
