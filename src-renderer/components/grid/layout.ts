import { isObject } from '#shared/contract/value-shape.ts';
import type { Sort } from './row-source.ts';

/**
 * The saved layout: the person's changes to the columns, and the sort order. Unknown columns are ignored, new ones keep
 * their defaults.
 */
export interface Layout {
  order: string[];
  widths: Record<string, number>;
  hidden: string[];
  shown: string[];
  sort?: Sort | undefined;
}

/** Null: invalid. */
export function readLayout(saved: unknown): Layout | null {
  if (!isObject(saved)) return null;
  const { order = [], widths = {}, hidden = [], shown = [], sort } = saved;
  const isValid = areTexts(order) && areNumbers(widths) && areTexts(hidden) && areTexts(shown);
  if (!isValid) return null;
  if (sort === undefined) return { order, widths, hidden, shown };
  return isSort(sort) ? { order, widths, hidden, shown, sort: { by: sort.by, direction: sort.direction } } : null;
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function areNumbers(value: unknown): value is Record<string, number> {
  return isObject(value) && Object.values(value).every(Number.isFinite);
}

export function isSort(value: unknown): value is Sort {
  if (!isObject(value)) return false;
  const { by, direction } = value;
  return typeof by === 'string' && (direction === 'asc' || direction === 'desc');
}
