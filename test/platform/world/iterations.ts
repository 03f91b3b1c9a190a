import { DAY_MS } from '../clock.ts';
import type { Groups } from './groups.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

export interface Iteration {
  readonly id: number;
  iid: number;
  sequence: number;
  group_id: number;
  /** Null for iterations that a cadence creates automatically. */
  title: string | null;
  description: string | null;
  created_at: number;
  updated_at: number;
  /** Midnight UTC of the first and of the last day. */
  start_date: number;
  due_date: number;
}

export const ITERATION_STATE = { upcoming: 1, current: 2, closed: 3 } as const;

/** The state, computed from the dates. */
export function iterationState({ start_date, due_date }: Iteration, now: number): number {
  if (now < start_date) return ITERATION_STATE.upcoming;
  return now < due_date + DAY_MS ? ITERATION_STATE.current : ITERATION_STATE.closed;
}

export function createIterations(groups: Groups): Table<Iteration> {
  const table = createTable<Iteration>();
  groups.onRemove((group) => table.removeWhere((row) => row.group_id === group.id));
  return table;
}
