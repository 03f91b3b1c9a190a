import type { Issuable, IssuableType } from '../world/issuables.ts';
import type { World } from '../world/world.ts';
import { ordered } from './issuable-filters.ts';

/** Orders that are computed from milestones, labels and reactions. */
export const COMPUTED_ORDERS = ['label_priority', 'milestone_due', 'popularity', 'priority'] as const;
type ComputedOrder = (typeof COMPUTED_ORDERS)[number];

const isComputed = (orderBy: string): orderBy is ComputedOrder => COMPUTED_ORDERS.some((order) => order === orderBy);

/** Rows by one of their fields or by a computed order. `priority`: by the due date of the milestone, then by the labels. */
export function orderedBy<Row extends Issuable, Field extends 'title' | keyof Row>(
  world: World,
  type: IssuableType,
  rows: readonly Row[],
  orderBy: Field | ComputedOrder,
  isDescending: boolean,
): Row[] {
  if (orderBy !== 'priority') return ordered(rows, (row) => keyOf(world, type, row, orderBy), isDescending);
  const byLabels = ordered(rows, (row) => computedKey(world, type, row, 'label_priority'), isDescending);
  const placed = byLabels.map((row, place) => ({ id: isDescending ? -place : place, row }));
  const byDue = ordered(placed, ({ row }) => computedKey(world, type, row, 'milestone_due'), isDescending);
  return byDue.map(({ row }) => row);
}

function keyOf<Row extends Issuable>(world: World, type: IssuableType, row: Row, orderBy: keyof Row | ComputedOrder) {
  if (orderBy === 'title') return row.title.toLowerCase();
  if (typeof orderBy === 'string' && isComputed(orderBy)) return computedKey(world, type, row, orderBy);
  return row[orderBy] as number | string | null;
}

function computedKey(world: World, type: IssuableType, row: Issuable, orderBy: ComputedOrder): number | null {
  if (orderBy === 'milestone_due') return world.milestones.get(row.milestone_id ?? 0)?.due_date ?? null;
  if (orderBy === 'popularity') return world.awards.on(type, row.id).filter(({ name }) => name === 'thumbsup').length;
  const highest = Math.min(Infinity, ...row.label_ids.map((id) => world.labels.get(id)?.priority ?? Infinity));
  return highest === Infinity ? null : highest;
}
