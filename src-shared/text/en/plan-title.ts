import type { Plan, PlanTitle } from '#shared/contract/changes.ts';
import { count, plural } from './moments.ts';
import { operationTitle } from './operations.ts';

/**
 * The title of a plan: its own title if it has one ("Pause 14 runners"), "Undo 14 changes" if it undoes another plan,
 * otherwise a title built from its operations ("Edit 14 runners"). Rows that need no change or cannot be sent are not
 * counted, unless there are no others.
 */
export function planTitle({
  title,
  ops,
  total,
  undoOf,
  counts,
}: Pick<Plan, 'title' | 'ops' | 'total' | 'undoOf' | 'counts'>): string {
  const sent = total - (counts.unchanged ?? 0) - (counts.skipped ?? 0);
  const n = sent === 0 ? total : sent;
  if (title !== null) return n === 1 ? title.one : fill(title.many, n);
  const changes = plural(n, 'change');
  if (undoOf !== null) return `Undo ${changes}`;
  const [op, other] = ops;
  return op === undefined || other !== undefined ? `Apply ${changes}` : operationTitle(op, n);
}

/** "Undo: Pause {n} runners". `title`: that of the undone plan. Null if it has no title and several operations. */
export function undoTitle(title: PlanTitle | null, undone: readonly { op: string }[]): PlanTitle | null {
  const [op, ...others] = new Set(undone.map((one) => one.op));
  if (title === null && (op === undefined || others.length > 0)) return null;
  const { one, many } = title ?? titleFrom((n) => operationTitle(op ?? '', n));
  return { one: `Undo: ${one}`.slice(0, 500), many: `Undo: ${many}`.slice(0, 500) };
}

/**
 * A title with a placeholder for the number of rows, so that it stays correct when rows are dropped. A `{n}` in a name
 * that the title contains is stored as `{{n}}`.
 */
export function titleFrom(title: (n: number) => string): PlanTitle {
  const sample = 8_642_097;
  const text = title(sample).replaceAll('{n}', '{{n}}');
  return { one: title(1), many: text.replace(count(sample), '{n}').replace(String(sample), '{n}') };
}

/** Replace `{n}` with the number of rows, and `{{n}}` with a literal `{n}`. */
function fill(title: string, n: number): string {
  return title.replaceAll(/\{\{n\}\}|\{n\}/g, (found) => (found === '{n}' ? count(n) : '{n}'));
}
