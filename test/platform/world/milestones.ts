import { DAY_MS } from '../clock.ts';
import type { Groups } from './groups.ts';
import type { Projects } from './projects.ts';
import { tieToSource } from './source.ts';
import type { Source } from './source.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

export interface Milestone {
  readonly id: number;
  iid: number;
  source: Source;
  title: string;
  description: string;
  state: 'active' | 'closed';
  /** Midnight UTC; null: open-ended. */
  start_date: number | null;
  due_date: number | null;
  created_at: number;
  updated_at: number;
}

export function createMilestones(groups: Groups, projects: Projects): Table<Milestone> {
  const table = createTable<Milestone>();
  tieToSource(table, groups, projects);
  return table;
}

/** Midnight UTC of a day. */
export const dayOf = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;

/** `Started`: active, and the start date is reached. */
export const isStarted = ({ state, start_date }: Milestone, now: number) =>
  state === 'active' && start_date !== null && start_date <= dayOf(now);

/** `Upcoming`: active, due in the future, and not started. */
export const isUpcoming = (milestone: Milestone, now: number) =>
  milestone.state === 'active' &&
  milestone.due_date !== null &&
  milestone.due_date > dayOf(now) &&
  !isStarted(milestone, now);
