import type { IssueListFilter } from '#shared/contract/issues.ts';
import { given, is, not, withId, withOneOf, withPeople, withTitle } from '../conditions.ts';
import type { Statement } from '../derive.ts';
import { foldedText } from '../normal-text.ts';

export const issues = {
  conditions: (filter: IssueListFilter) => issueConditions(filter, new Date()),
};

/** The conditions of the filters that are not a comparison with one column (document 2:34). `now` gives the local day. */
export function issueConditions(filter: IssueListFilter, now: Date): Statement[] {
  const { not_iids: notIids, not_author_username: notAuthor } = filter;
  return given([
    withOneOf('assignee_ids', filter.assignee_id),
    ...withPeople('assignee_names', filter.assignee_username),
    withOneOf('labels', filter.labels_are),
    withTitle('milestone_title', filter.milestone),
    withId('milestone_id', filter.milestone_id),
    withId('epic_id', filter.epic_id),
    withId('iteration_id', filter.iteration_id),
    withTitle('health_status', filter.health_status),
    withId('weight', filter.weight),
    filter.due_date && dueDates[filter.due_date](now),
    not(withOneOf('assignee_ids', filter.not_assignee_id)),
    ...withPeople('assignee_names', filter.not_assignee_username).map(not),
    not(withId('author_id', filter.not_author_id)),
    not(is.equal('author', notAuthor && foldedText(notAuthor))),
    not(is.oneOf('iid', notIids)),
    not(withId('iteration_id', filter.not_iteration_id)),
    not(withTitle('iteration_title', filter.not_iteration_title)),
    ...(filter.not_labels ?? []).map((label) => not(withOneOf('labels', label))),
    not(withTitle('milestone_title', filter.not_milestone)),
    not(withId('milestone_id', filter.not_milestone_id)),
    not(withId('weight', filter.not_weight)),
  ]);
}

/**
 * The words of `due_date`. The documents do not say where days and weeks begin: days are those of this computer, and
 * weeks begin on Monday.
 */
const dueDates: Record<NonNullable<IssueListFilter['due_date']>, (now: Date) => Statement | undefined> = {
  '0': () => is.absent('due_date', true),
  any: () => is.absent('due_date', false),
  overdue: (now) => ({ sql: 'due_date < ?', values: [dayOf(now, 0)] }),
  today: (now) => due(dayOf(now, 0), dayOf(now, 1)),
  tomorrow: (now) => due(dayOf(now, 1), dayOf(now, 2)),
  week(now) {
    const sinceMonday = (now.getDay() + 6) % 7;
    return due(dayOf(now, -sinceMonday), dayOf(now, 7 - sinceMonday));
  },
  month: (now) => due(firstOfMonth(now, 0), firstOfMonth(now, 1)),
  next_month_and_previous_two_weeks: (now) => due(dayOf(now, -14), firstOfMonth(now, 2)),
};

/** Due from a day until the day before another one. */
function due(from: string, before: string): Statement {
  return { sql: 'due_date >= ? AND due_date < ?', values: [from, before] };
}

/** The local day this many days later, as the platform writes it: `2026-11-24`. */
function dayOf(now: Date, later: number): string {
  return written(new Date(now.getFullYear(), now.getMonth(), now.getDate() + later));
}

function firstOfMonth(now: Date, later: number): string {
  return written(new Date(now.getFullYear(), now.getMonth() + later, 1));
}

function written(day: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
